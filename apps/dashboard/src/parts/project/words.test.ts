import { expect, it } from 'vitest'
import { postgresVersion } from './words.ts'

it('a version is shown without its prefix and its trailing zero', () => {
  expect(postgresVersion('supabase-postgres-17.10.0')).toBe('17.10')
  expect(postgresVersion('supabase-postgres-18.4')).toBe('18.4')
})
