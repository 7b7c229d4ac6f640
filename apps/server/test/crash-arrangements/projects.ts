import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Arrangements, CrashPlatform, Verb } from '../crash-platform.ts'

/** The workflows of a project's life: made, paused, restored, restarted, resized, deleted. */
export function projectArrangements(platform: CrashPlatform): Arrangements {
  let serial = 0
  /** The size that the latest request of `project.resize` asked for, by project. */
  const resizedTo = new Map<string, string>()
  const folder = (ref: string) => join(platform.dataDir, 'projects', ref)
  const sizeOf = async (ref: string) =>
    (await platform.database.query('select compute_size from projects where ref = $1', [ref])).rows
  const ask = (what: Verb) => async (ref: string) => {
    await platform.attempt('POST', `/platform/projects/${ref}/${what}`)
    return ref
  }

  return {
    'project.create': {
      makes: true,
      arrange: async () => '',
      request: async () => {
        const name = `Created ${++serial}`
        await platform.attempt('POST', '/v1/projects', { name, organization_slug: 'crash' })
        return platform.refOf(name)
      },
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        await platform.mark(ref)
        await platform.works(ref)
        await platform.again(ref, 'restart', 'ACTIVE_HEALTHY')
        await platform.works(ref)
      },
    },
    'project.pause': {
      arrange: () => platform.healthy(),
      request: ask('pause'),
      expected: 'INACTIVE',
      check: async (ref) => {
        expect(existsSync(join(folder(ref), 'data/postmaster.pid'))).toBe(false)
        await platform.again(ref, 'restore', 'ACTIVE_HEALTHY')
        await platform.works(ref)
      },
    },
    'project.restore': {
      arrange: () => platform.paused(),
      request: ask('restore'),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        await platform.works(ref)
        await platform.again(ref, 'restart', 'ACTIVE_HEALTHY')
      },
    },
    'project.restart': {
      arrange: () => platform.healthy(),
      request: ask('restart'),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        await platform.works(ref)
        await platform.again(ref, 'restart', 'ACTIVE_HEALTHY')
      },
    },
    'project.resize': {
      arrange: () => platform.healthy(),
      request: async (ref) => {
        const [row] = await sizeOf(ref)
        const size = row?.compute_size === 'small' ? 'micro' : 'small'
        resizedTo.set(ref, size)
        await platform.attempt('POST', `/platform/projects/${ref}/resize`, { compute_size: size })
        return ref
      },
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        const size = resizedTo.get(ref)
        expect(await sizeOf(ref)).toEqual([{ compute_size: size }])
        const buffers = size === 'small' ? '512MB' : '256MB'
        expect(await platform.sql(ref, "select current_setting('shared_buffers') as buffers")).toEqual([{ buffers }])
        await platform.works(ref)
        await platform.again(ref, 'restart', 'ACTIVE_HEALTHY')
      },
    },
    'project.delete': {
      arrange: () => platform.healthy(),
      request: async (ref) => {
        await platform.attempt('DELETE', `/v1/projects/${ref}`)
        return ref
      },
      expected: 'absent',
      check: async (ref) => {
        expect(existsSync(folder(ref))).toBe(false)
        expect((await platform.call('GET', `/v1/projects/${ref}`)).status).toBe(404)
        const { rows } = await platform.database.query(
          'select from project_secrets s where not exists (select from projects p where p.id = s.project_id)',
        )
        expect(rows).toEqual([])
      },
    },
  }
}
