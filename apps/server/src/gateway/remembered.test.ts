import { expect, test } from 'vitest'
import { Changes, mayChange } from '../store/changes.ts'
import { Remembered } from './remembered.ts'

test.for([
  [`update "projects" set "status" = $1`, true],
  [`insert into "project_secrets" ("project_id") values ($1)`, true],
  [`\n  with gone as (delete from project_api_keys returning id) select id from gone`, true],
  [`delete from custom_hostnames`, true],
  [`TRUNCATE PROJECT_API_SETTINGS`, true],
  [`select * from "projects" where "ref" = $1 for update`, false],
  [`update "project_requests" set "status" = $1`, false],
  ['commit', false],
] as const)('%s: %s', ([sql, may]) => {
  expect(mayChange(sql)).toBe(may)
})

test('nobody knows whether anything holds while nobody listens', () => {
  const changes = new Changes(null)
  changes.listen()
  expect(changes.mark).toBeNull()
})

/** Changes that a test makes. */
const made = () => ({ mark: 1 as number | null, listen: () => {} })

test('an answer is remembered until something changes', async () => {
  const changes = made()
  let looks = 0
  const remembered = new Remembered(changes, async (key) => `${key} ${++looks}`)
  expect(remembered.known('a', 0)).toBeUndefined()
  expect(await remembered.ask('a')).toBe('a 1')
  expect(remembered.known('a', performance.now())).toBe('a 1')
  expect(remembered.known('b', performance.now())).toBeUndefined()
  changes.mark = 2
  expect(remembered.known('a', performance.now())).toBeUndefined()
  expect(await remembered.ask('a')).toBe('a 2')
  expect(remembered.known('a', performance.now())).toBe('a 2')
  changes.mark = null
  expect(remembered.known('a', performance.now())).toBeUndefined()
})

test('nothing is remembered for long, nor what is not there, nor what changed while it was looked for', async () => {
  const changes = made()
  let change = false
  const remembered = new Remembered<string>(changes, async (key) => {
    if (change) changes.mark = 2
    return key === 'nothing' ? null : key
  })
  expect(await remembered.ask('nothing')).toBeNull()
  expect(remembered.known('nothing', performance.now())).toBeUndefined()
  await remembered.ask('a')
  expect(remembered.known('a', performance.now() + 60_000)).toBeUndefined()
  change = true
  await remembered.ask('b')
  expect(remembered.known('b', performance.now())).toBeUndefined()
  change = false
  changes.mark = null
  await remembered.ask('b')
  expect(remembered.known('b', performance.now())).toBeUndefined()
})
