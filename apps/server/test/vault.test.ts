import {
  VAULT_LIMIT,
  VAULT_LIMIT_REACHED,
  VAULT_NAME_TAKEN,
  VAULT_NO_CHANGE,
  VAULT_NOT_FOUND,
  VAULT_NOT_OPENED,
  VAULT_SECRET_MAX,
  type VaultSecret,
} from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'

let platform: TestPlatform
let token: string
let ref: string
let other: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
  const organization = await platform.organization('Vaults', await platform.as('Owner'))
  ref = await platform.rowOnlyProject(organization, 'Vault', 'ACTIVE_HEALTHY')
  other = await platform.rowOnlyProject(organization, 'Other', 'ACTIVE_HEALTHY')
})
afterAll(() => platform.dispose())

const call = <T>(method: string, path = '', body?: unknown, project = ref) =>
  platform.call<T>(method, `/platform/projects/${project}/vault/secrets${path}`, { token, body })
const keep = async (name: string, secret: string): Promise<VaultSecret> => {
  const answer = await call<VaultSecret>('POST', '', { name, secret })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const reveal = async (id: string) => (await call<{ secret: string }>('POST', `/${id}/reveal`)).body.secret

test('a secret is kept sealed, opened, changed and deleted, and the log says who did what without saying it', async () => {
  const { id, name } = await keep('  mail   password ', 'open sesame ✨\nsecond line')
  expect(name).toBe('mail password')
  const [row] = await platform.query<{ sealed: string }>('select * from vault_secrets where id = $1', [id])
  expect(JSON.stringify(row)).not.toContain('sesame')
  const listed = await call<VaultSecret[]>('GET')
  expect(listed.body).toMatchObject([{ id, name: 'mail password', description: '' }])
  expect(listed.text).not.toContain('sesame')
  expect(await reveal(id)).toBe('open sesame ✨\nsecond line')

  const renamed = await call<VaultSecret>('PATCH', `/${id}`, { name: 'smtp', description: 'For letters' })
  expect(renamed.body).toMatchObject({ id, name: 'smtp', description: 'For letters' })
  expect(await reveal(id)).toContain('sesame')
  await call('PATCH', `/${id}`, { secret: 'another' })
  expect(await reveal(id)).toBe('another')
  expect((await call('DELETE', `/${id}`)).status).toBe(200)
  expect((await call<VaultSecret[]>('GET')).body).toEqual([])

  const log = await platform.query<{ action: string }>(
    `select action, details from audit_log where project_ref = $1 and action like 'project.secret%' order by id`,
    [ref],
  )
  expect(log.map(({ action }) => action.replace('project.secret_', ''))).toEqual([
    ...['created', 'revealed', 'changed', 'revealed', 'changed', 'revealed', 'deleted'],
  ])
  expect(JSON.stringify(log)).not.toMatch(/sesame|another/)
  expect(platform.log.join('\n')).not.toContain('sesame')
})

test('what cannot be kept is refused in words', async () => {
  const { id } = await keep('taken', 'x')
  const second = await keep('free', 'y')
  const refusals: [ReturnType<typeof call>, number, string][] = [
    [call('POST', '', { name: 'taken', secret: 'z' }), 409, VAULT_NAME_TAKEN],
    [call('PATCH', `/${second.id}`, { name: 'taken' }), 409, VAULT_NAME_TAKEN],
    [call('PATCH', `/${id}`, {}), 400, VAULT_NO_CHANGE],
    [call('POST', '', { name: ' ', secret: 'z' }), 400, 'Secret name is required'],
    [call('POST', '', { name: 'empty', secret: '' }), 400, 'Secret is required'],
    [call('POST', '', { name: 'nul', secret: 'a\0b' }), 400, 'Secret has characters that cannot be stored'],
    [
      call('POST', '', { name: 'long', secret: 'x'.repeat(VAULT_SECRET_MAX + 1) }),
      400,
      `Secret can have at most ${VAULT_SECRET_MAX} characters`,
    ],
    [call('POST', '/00000000-0000-4000-8000-000000000000/reveal'), 404, VAULT_NOT_FOUND],
    [call('DELETE', '/not-an-id'), 400, VAULT_NOT_FOUND],
    // The secret of one project is not found in another.
    [call('POST', `/${id}/reveal`, undefined, other), 404, VAULT_NOT_FOUND],
    [call('PATCH', `/${id}`, { secret: 'mine' }, other), 404, VAULT_NOT_FOUND],
  ]
  for (const [answer, status, message] of refusals) expect((await answer).body).toMatchObject({ status, message })
})

test('a value that was moved to another row, or sealed by a key that is gone, does not open', async () => {
  const one = await keep('one', 'first')
  const two = await keep('two', 'second')
  await platform.query(
    'update vault_secrets set sealed = (select sealed from vault_secrets where id = $1) where id = $2',
    [one.id, two.id],
  )
  expect((await call('POST', `/${two.id}/reveal`)).body).toMatchObject({ status: 409, message: VAULT_NOT_OPENED })
  expect(await reveal(one.id)).toBe('first')
  // Saved again it opens.
  await call('PATCH', `/${two.id}`, { secret: 'second' })
  expect(await reveal(two.id)).toBe('second')
})

test('a vault has an end', async () => {
  await platform.query(
    `insert into vault_secrets (project_id, name, sealed) select id, 'n' || n, '' from projects, generate_series(1, ${VAULT_LIMIT}) n where ref = $1`,
    [other],
  )
  const refused = await call('POST', '', { name: 'one more', secret: 'x' }, other)
  expect(refused.body).toMatchObject({ status: 409, message: VAULT_LIMIT_REACHED })
})
