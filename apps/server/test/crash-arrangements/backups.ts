import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '@stoa/contract'
import { expect } from 'vitest'
import type { Arrangements, CrashPlatform } from '../crash-platform.ts'
import { eventually } from '../waiting.ts'
import { at, list, projects, servers, tidy } from './tidy.ts'

/** More than is written down before a pause. */
export const LARGE = `create table large (body text);
  alter table large alter body set storage external;
  insert into large select repeat('x', 1000000) from generate_series(1, 70)`

/** The workflows behind backups: taken, proven, restored, made into projects. */
export function backupArrangements(platform: CrashPlatform): Arrangements {
  let serial = 0
  /** The backup that the latest arrangement of a project is about. */
  const backup = new Map<string, number>()
  async function take(ref: string): Promise<number> {
    const { body } = await platform.call<Backup>('POST', at(ref))
    await platform.settled(ref, 'ACTIVE_HEALTHY')
    return body.id
  }
  const backedUp = async () => {
    const ref = await platform.healthy()
    backup.set(ref, await take(ref))
    return ref
  }
  const ask = (path: (ref: string) => string, body?: (ref: string) => unknown) => async (ref: string) => {
    await platform.attempt('POST', path(ref), body?.(ref))
    return ref
  }

  return {
    'backup.take': {
      arrange: () => platform.healthy(),
      request: ask(at),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect((await list(platform, ref)).backups[0]).toMatchObject({ status: 'COMPLETED', error: null })
        await tidy(platform, ref)
        await take(ref)
        await platform.works(ref)
      },
    },
    'backup.take_paused': {
      arrange: async () => {
        const ref = await platform.healthy()
        await platform.sql(ref, LARGE)
        return ref
      },
      request: async (ref) => {
        await platform.attempt('POST', `/platform/projects/${ref}/pause`)
        return ref
      },
      expected: 'INACTIVE',
      check: async (ref) => {
        expect((await list(platform, ref)).backups[0]).toMatchObject({
          reason: 'pause',
          status: 'COMPLETED',
          error: null,
        })
        expect(existsSync(join(platform.dataDir, 'projects', ref, 'data/postmaster.pid'))).toBe(false)
        await tidy(platform, ref)
        await platform.again(ref, 'restore', 'ACTIVE_HEALTHY')
        await platform.works(ref)
        await platform.sql(ref, 'drop table large')
      },
    },
    'backup.verify': {
      arrange: backedUp,
      request: ask((ref) => at(ref, `/${backup.get(ref)}/verify`)),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        const proven = (await list(platform, ref)).backups.find(({ id }) => id === backup.get(ref))
        expect(proven).toMatchObject({ verified_at: expect.any(String), verify_error: null })
        await tidy(platform, ref)
        await platform.works(ref)
      },
    },
    'backup.restore': {
      arrange: async () => {
        const ref = await backedUp()
        await platform.sql(ref, 'create table later ()')
        return ref
      },
      request: ask(
        (ref) => at(ref, '/restore'),
        (ref) => ({ id: backup.get(ref) }),
      ),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect(await platform.sql(ref, "select to_regclass('later') as later")).toEqual([{ later: null }])
        expect((await list(platform, ref)).failed_restore).toBeNull()
        await tidy(platform, ref)
        await platform.works(ref)
        await take(ref)
      },
    },
    'backup.clone': {
      makes: true,
      arrange: backedUp,
      request: async (ref) => {
        const name = `Cloned ${++serial}`
        await platform.attempt('POST', at(ref, '/clone'), { id: backup.get(ref), new_project_name: name })
        return platform.refOf(name)
      },
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        await platform.works(ref)
        expect(servers(platform)).toBe(await projects(platform))
        await platform.call('DELETE', `/v1/projects/${ref}`)
        await eventually(
          `${ref} to be gone`,
          async () => (await platform.call('GET', `/v1/projects/${ref}`)).status === 404,
        )
      },
    },
  }
}
