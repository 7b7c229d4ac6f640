import { expect, it } from 'vitest'
import { restoreRequest, versionBadges } from './restore-versions.ts'

const entry = (postgres_engine: string, release_channel: string) => ({
  version: 'supabase-postgres-17.10.0',
  postgres_engine,
  release_channel,
})

it('marks every channel but general availability', () => {
  expect(versionBadges(entry('17', 'ga'))).toEqual([])
  expect(versionBadges(entry('17', 'beta'))).toEqual(['beta'])
})

it('marks the preview engine, whatever its number', () => {
  expect(versionBadges(entry('17-oriole-preview', 'ga'))).toEqual(['OrioleDB Preview'])
  expect(versionBadges(entry('oriole-preview', 'alpha'))).toEqual(['alpha', 'OrioleDB Preview'])
})

it('asks for the chosen version, or for the one that the project had', () => {
  const project = { ref: 'qvkjzmrtpwxlhdeayusb' }
  expect(restoreRequest(project, entry('18', 'beta'))).toEqual({
    ref: project.ref,
    postgres_engine: '18',
    release_channel: 'beta',
  })
  expect(restoreRequest(project, undefined)).toEqual({ ref: project.ref })
})

it('cannot be asked for without a project', () => {
  expect(() => restoreRequest(undefined, undefined)).toThrow('Unable to restore: project is required')
})
