import type { DatabaseRole } from '@stoa/contract'
import { expect, test } from 'vitest'
import { attributeWords, keptReason, roleAbout } from './words.ts'

const role: DatabaseRole = {
  id: 1,
  name: 'reporter',
  comment: null,
  origin: 'people',
  can_login: false,
  inherit: true,
  create_db: false,
  create_role: false,
  bypass_rls: false,
  replication: false,
  superuser: false,
  connection_limit: -1,
  active_connections: 0,
  valid_until: null,
  config: null,
  member_of: [],
  members: [],
  alterable: true,
  objects: 0,
}

test('a role says what it may do, what it is for, and why it is kept', () => {
  expect(attributeWords(role)).toBe('none')
  expect(attributeWords({ ...role, can_login: true, bypass_rls: true, inherit: false })).toBe(
    'logs in, passes RLS, does not inherit',
  )
  expect(roleAbout(role)).toBeNull()
  expect(roleAbout({ ...role, name: 'anon', origin: 'platform' })).toContain('not signed in')
  expect(roleAbout({ ...role, name: 'anon', comment: 'Mine' })).toBe('Mine')
  expect(keptReason(role)).toBeUndefined()
  expect(keptReason({ ...role, origin: 'platform' })).toBe('The platform works with this role')
  expect(keptReason({ ...role, origin: 'postgres' })).toBe('Postgres brings this role along')
  expect(keptReason({ ...role, alterable: false })).toContain('admin option')
})
