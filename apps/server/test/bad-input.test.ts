import { FREE_LIMIT_REACHED, NAME_TAKEN, RESTORE_TO_OLDER, UNKNOWN_REGION, UNKNOWN_VERSION } from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

let platform: TestPlatform
let owner: Person
/** A healthy project with a server. */
let ref: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  owner = await platform.as('Owner')
  ref = await platform.createProject('Real')
})
afterAll(() => platform.dispose())

const refused = refusals(() => platform)
const create = (body: unknown, token = owner.token) => ['POST', '/v1/projects', { token, body }] as const

describe('names', () => {
  const INVISIBLE = 'Project name has characters that cannot be seen'
  const REQUIRED = 'Project name is required'
  test.for([
    ['nothing', '', REQUIRED],
    ['only spaces', ' \t\n\u3000 ', REQUIRED],
    ['no name at all', undefined, REQUIRED],
    ['a number', 7, REQUIRED],
    ['65 characters', 'x'.repeat(65), 'Project name can have at most 64 characters'],
    ['a zero-width space', 'Shop\u200b', INVISIBLE],
    ['a direction override', 'Shop\u202Etxt.exe', INVISIBLE],
    ['an Arabic letter mark', 'Shop\u061c', INVISIBLE],
    ['a soft hyphen', 'Sh\u00adop', INVISIBLE],
    ['a Hangul filler', '\u3164', INVISIBLE],
    ['a blank Braille pattern', '\u2800', INVISIBLE],
    ['a NUL', 'Shop\u0000', INVISIBLE],
    ['an escape character', 'Shop\u001b[31m', INVISIBLE],
    ['half a surrogate pair', 'Shop\ud83d', INVISIBLE],
    ['a tag character', 'Shop\u{e0041}', INVISIBLE],
    ['an unassigned character', 'Shop\u0378', INVISIBLE],
    ['only a variation selector', '\ufe0f', INVISIBLE],
  ] as const)('%s is refused', async ([, name, sentence]) => {
    await refused(400, sentence, ...create({ name, organization_slug: 'acme' }))
    await refused(400, sentence, 'PATCH', `/platform/projects/${ref}`, { token: owner.token, body: { name } })
  })

  test.for([
    ['letters of any language and emoji', 'Ærø 日本 🚀', 'Ærø 日本 🚀'],
    ['an emoji with a variation selector', 'I ❤️ SQL', 'I ❤️ SQL'],
    ['64 characters beyond the first plane', '🚀'.repeat(64), '🚀'.repeat(64)],
    ['spaces around and inside', '  a \t b\n', 'a b'],
    ['letters that are put together', 'Cafe\u0301', 'Caf\u00e9'],
    ['markup and quotes', `<b>'";--</b>`, `<b>'";--</b>`],
  ] as const)('%s are accepted', async ([, sent, kept]) => {
    const answer = await platform.call<{ name: string }>('PATCH', `/platform/projects/${ref}`, {
      token: owner.token,
      body: { name: sent },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.name).toBe(kept)
    const read = await platform.call<{ name: string }>('GET', `/platform/projects/${ref}`, { token: owner.token })
    expect(read.body.name).toBe(kept)
  })

  test('a name that the organization has is taken, whatever its case or composition', async () => {
    const acme = await platform.acme()
    await platform.rowOnlyProject(acme, 'Ærø Café', 'INACTIVE')
    for (const name of ['Ærø Café', 'ÆRØ CAFÉ', 'ærø café', 'Ærø Cafe\u0301', '  ærø   café '])
      await refused(409, NAME_TAKEN, ...create({ name, organization_slug: 'acme' }))
    await refused(409, NAME_TAKEN, 'PATCH', `/platform/projects/${ref}`, {
      token: owner.token,
      body: { name: 'æRØ café' },
    })
  })

  test('the same name in another organization is free', async () => {
    const other = await platform.organization('Elsewhere')
    await platform.rowOnlyProject(await platform.acme(), 'Twin', 'INACTIVE')
    await platform.rowOnlyProject(other, 'Twin', 'INACTIVE')
    const list = await platform.call<{ name: string }[]>('GET', '/v1/projects', { token: other.owner.token })
    expect(list.body.map((project) => project.name)).toEqual(['Twin'])
  })

  test('a project keeps its name when it is renamed to another case of it', async () => {
    const rename = async (wanted: string) =>
      (await platform.call('PATCH', `/platform/projects/${ref}`, { token: owner.token, body: { name: wanted } })).status
    expect(await rename('Real')).toBe(200)
    expect(await rename('REAL')).toBe(200)
  })
})

describe('creating a project', () => {
  test.for([
    ['no organization', { name: 'A' }, 400, 'Organization is required'],
    ['an organization that is not there', { name: 'A', organization_slug: 'nowhere' }, 404, 'Organization not found'],
    ['an organization with a NUL', { name: 'A', organization_slug: 'a\0b' }, 404, 'Organization not found'],
    ['a version that is not here', { postgres_engine: '9' }, 400, UNKNOWN_VERSION],
    ['a channel that is not here', { postgres_engine: '17', release_channel: 'alpha' }, 400, UNKNOWN_VERSION],
    ['a region that is not here', { region: 'atlantis' }, 400, UNKNOWN_REGION],
    ['a short password', { db_pass: 'elevenchars' }, 400, 'Database password must have at least 12 characters'],
    ['a long password', { db_pass: 'x'.repeat(129) }, 400, 'Database password can have at most 128 characters'],
    [
      'a password with a line break',
      { db_pass: 'long enough\nbut' },
      400,
      'Database password has characters that cannot be typed',
    ],
    ['a size that is not here', { desired_instance_size: 'galactic' }, 400, /^Invalid option/],
  ] as const)('with %s is refused', async ([, body, status, sentence]) => {
    const whole = { name: 'New', ...('name' in body ? {} : { organization_slug: 'acme' }), ...body }
    await refused(status, sentence, ...create(whole))
  })

  test("in an organization that is not one's own is refused as if there were none", async () => {
    const other = await platform.organization('Private')
    const sentence = 'Organization not found'
    await refused(404, sentence, ...create({ name: 'A', organization_slug: other.slug }))
    // Whatever other name of the organization stands beside it.
    await refused(404, sentence, ...create({ name: 'A', organization_slug: other.slug, organization_id: 'acme' }))
  })

  test('two of one name at once: one is made, the other hears that the name is taken', async () => {
    const { id, slug, owner: first } = await platform.organization('Racers')
    const body = { name: 'Same', organization_slug: slug }
    const answers = await Promise.all([1, 2, 3].map(() => platform.call(...create(body, first.token))))
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.message).toBe(NAME_TAKEN)
    const rows = await platform.store.selectFrom('projects').select('ref').where('organization_id', '=', id).execute()
    expect(rows).toHaveLength(1)
    await platform.until(rows[0]?.ref ?? '', 'ACTIVE_HEALTHY')
  })

  test("no more than the organization's plan allows, also at once", async () => {
    const { id, slug, owner: first } = await platform.organization('Frugal')
    const plan = { token: first.token, body: { plan: 'free' } }
    expect((await platform.call('PUT', `/platform/organizations/${slug}/plan`, plan)).status).toBe(200)
    await platform.rowOnlyProject({ id }, 'One', 'ACTIVE_HEALTHY')
    const answers = await Promise.all(
      ['Two', 'Three', 'Four'].map((name) => platform.call(...create({ name, organization_slug: slug }, first.token))),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.message).toBe(FREE_LIMIT_REACHED)
    const made = answers.find((answer) => answer.status === 201)?.body as unknown as { ref: string }
    await platform.until(made.ref, 'ACTIVE_HEALTHY')
  })
})

describe('requests', () => {
  const json = { 'content-type': 'application/json' }

  test.for([
    ['a body that is not JSON', 'name=Shop', json],
    ['half a body', '{"name": "Sho', json],
    ['an empty body', '', json],
  ] as const)('%s is refused', async ([, body, headers]) => {
    await refused(400, /^[A-Z]/, 'POST', '/v1/projects', { token: owner.token, body, headers })
  })

  test.for([
    ['a list', '[1, 2]', json],
    ['a word', '"project"', json],
    ['null', 'null', json],
    ['plain text', '{"name":"A","organization_slug":"acme"}', { 'content-type': 'text/plain' }],
    ['bytes', '{"name":"A","organization_slug":"acme"}', { 'content-type': 'application/octet-stream' }],
  ] as const)('%s where an object belongs is refused', async ([, body, headers]) => {
    await refused(400, 'Organization is required', 'POST', '/v1/projects', { token: owner.token, body, headers })
  })

  test('a body of more than 16 MB is refused', async () => {
    const body = { sql: `select '${'x'.repeat(17 * 1024 * 1024)}'` }
    const path = `/platform/projects/${ref}/sql/run`
    await refused(413, 'The request is larger than 16 MB', 'POST', path, { token: owner.token, body })
    expect((await platform.call('GET', '/health')).status).toBe(200)
  })

  test('a call that does not exist is told so', async () => {
    const nowhere = (method: string, path: string) => `There is no call ${method} /api${path}`
    for (const [method, path] of [
      ['GET', '/v1/nothing'],
      ['DELETE', '/v1/projects'],
      ['POST', '/auth/sign-up/email'],
      ['GET', '/auth/get-session'],
      ['GET', '/'],
    ] as const)
      await refused(404, nowhere(method, path), method, path, { token: owner.token })
    const beyond = await fetch(`${platform.url}/nothing/here`)
    expect([beyond.status, await beyond.json()]).toMatchObject([404, { message: 'There is nothing at /nothing/here' }])
  })

  test('answers forbid browsers what they need not do, and are not kept', async () => {
    for (const path of ['/health', '/v1/nothing', '/v1/projects']) {
      const { headers } = await platform.call('GET', path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('a request that fails inside tells where the log has it and nothing else', async () => {
    const broken = await platform.rowOnlyProject(await platform.acme(), 'Broken', 'ACTIVE_HEALTHY')
    await platform.query('alter table project_secrets rename to elsewhere')
    try {
      const answer = await platform.call('POST', `/platform/projects/${broken}/db-password`, { token: owner.token })
      expect(answer.status).toBe(500)
      const id = answer.headers.get('x-request-id')
      expect(answer.body.message).toBe(`Something went wrong here. The log has it under ${id}`)
      expect(answer.text).not.toContain('project_secrets')
      expect(platform.log.find((line) => line.includes(`${id}`) && line.includes('project_secrets'))).toBeDefined()
    } finally {
      await platform.query('alter table elsewhere rename to project_secrets')
    }
  })
})

describe('refs', () => {
  const NOT_FOUND = 'Project not found'
  test('a project of others is refused in the same words as one that does not exist', async () => {
    const other = await platform.organization('Neighbour')
    const theirs = await platform.rowOnlyProject(other, 'Hidden', 'ACTIVE_HEALTHY')
    const absent = 'a'.repeat(20)
    const calls = (of: string) =>
      [
        ['GET', `/platform/projects/${of}`],
        ['GET', `/platform/projects/${of}/status`],
        ['GET', `/projects/${of}/status`],
        ['GET', `/v1/projects/${of}`],
        ['POST', `/v1/projects/${of}/pause`],
        ['DELETE', `/v1/projects/${of}`],
        ['POST', `/platform/projects/${of}/sql/run`, { sql: 'select 1' }],
        ['POST', `/v1/projects/${of}/database/query`, { query: 'select 1' }],
        // Nothing is learnt from the check of the rest of the request either.
        ['POST', `/platform/projects/${of}/sql/run`, {}],
        ['PATCH', `/platform/projects/${of}`, { name: '' }],
      ] as const
    for (const [index, [method, path, body]] of calls(theirs).entries()) {
      const [, ghost = ''] = calls(absent)[index] ?? []
      const known = await refused(404, NOT_FOUND, method, path, { token: owner.token, body })
      expect(known).toEqual(await refused(404, NOT_FOUND, method, ghost, { token: owner.token, body }))
    }
    expect(await platform.statusOf(theirs)).toBe('ACTIVE_HEALTHY')
  })

  test.for([
    'abc',
    'A'.repeat(20),
    `${'a'.repeat(19)}1`,
    'a'.repeat(21),
    '%00',
    `${'a'.repeat(19)}%00`,
    '..%2f..',
    '%27or%201=1--',
    '%F0%9F%9A%80',
  ])('the malformed ref %s names no project', async (malformed) => {
    await refused(404, NOT_FOUND, 'GET', `/platform/projects/${malformed}/status`, { token: owner.token })
    await refused(404, NOT_FOUND, 'POST', `/platform/projects/${malformed}/pause`, { token: owner.token })
  })

  test('an organization is named by its slug and by nothing like it', async () => {
    for (const slug of ['ACME', 'acme%00', '%20acme', 'a'.repeat(80)])
      await refused(404, 'Organization not found', 'GET', `/v1/organizations/${slug}`, { token: owner.token })
  })

  test('an account id that cannot be one is refused', async () => {
    const path = '/platform/organizations/acme/members'
    const sentence = 'This is not the id of an account'
    await refused(400, sentence, 'DELETE', `${path}/a%00b`, { token: owner.token })
    await refused(400, sentence, 'PUT', `${path}/${'a'.repeat(65)}`, { token: owner.token, body: { role: 'Owner' } })
    const absent = 'This person is not a member of the organization'
    await refused(404, absent, 'DELETE', `${path}/nobody`, { token: owner.token })
  })
})

describe('restoring', () => {
  test('to an older version than that of the data, or to one that does not exist, is refused', async () => {
    const paused = await platform.rowOnlyProject(await platform.acme(), 'Paused', 'INACTIVE')
    const path = `/platform/projects/${paused}/restore`
    const to = (body: object) => ({ token: owner.token, body })
    await refused(400, RESTORE_TO_OLDER, 'POST', path, to({ postgres_engine: '15' }))
    await refused(400, UNKNOWN_VERSION, 'POST', path, to({ release_channel: 'alpha' }))
    await refused(400, UNKNOWN_VERSION, 'POST', path, to({ postgres_engine: '99' }))
    expect(await platform.statusOf(paused)).toBe('INACTIVE')
  })
})
