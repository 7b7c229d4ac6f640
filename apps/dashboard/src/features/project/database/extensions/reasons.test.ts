import type { DatabaseExtension } from '@stoa/contract'
import { expect, test } from 'vitest'
import { whyNotDisabled, whyNotEnabled } from './reasons.ts'

const extension = (name: string, more: Partial<DatabaseExtension> = {}): DatabaseExtension => ({
  id: null,
  name,
  comment: null,
  default_version: '1.0',
  installed_version: null,
  schema: null,
  trusted: true,
  owner: null,
  requires: [],
  required_by: [],
  ...more,
})

test('an extension that only a superuser may enable says so, and so does what it needs', () => {
  const plain = extension('cube')
  const wrapper = extension('postgres_fdw', { trusted: false })
  expect(whyNotEnabled(plain, [plain])).toBeNull()
  expect(whyNotEnabled(wrapper, [wrapper])).toBe(
    'Only a superuser may enable it: it opens connections from the server, which would reach what only the server’s machine reaches',
  )
  const untrusted = (name: string) => whyNotEnabled(extension(name, { trusted: false }), [])
  expect(untrusted('plperlu')).toContain('functions in this language could read the server’s files')
  expect(untrusted('hstore_plpython3u')).toContain('functions in this language could read the server’s files')
  expect(untrusted('xml2')).toContain('the XML functions of Postgres do the same')
  expect(untrusted('unheard_of')).toContain('it reaches beyond the database')
  expect(whyNotEnabled(extension('a', { requires: ['b'] }), [])).toBe('It needs b, which this build does not have')
  const needs = extension('a', { requires: ['postgres_fdw'] })
  expect(whyNotEnabled(needs, [wrapper])).toBe('It needs postgres_fdw, which only a superuser may enable')
  expect(whyNotEnabled(needs, [{ ...wrapper, installed_version: '1.1' }])).toBeNull()
})

test('what the platform or its functions need stays enabled', () => {
  expect(whyNotDisabled(extension('plpgsql', { owner: 'stoa_admin' }))).toContain('plpgsql')
  expect(whyNotDisabled(extension('pg_stat_statements', { owner: 'stoa_admin' }))).toContain('statistics')
  expect(whyNotDisabled(extension('cube', { owner: 'postgres' }))).toBeNull()
  expect(whyNotDisabled(extension('dblink', { owner: 'somebody' }))).toBe('It belongs to somebody')
})
