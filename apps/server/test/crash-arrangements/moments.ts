import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PitrState } from '@stoa/contract'
import { expect } from 'vitest'
import type { Arrangements, CrashPlatform } from '../crash-platform.ts'
import { at, tidy } from './tidy.ts'

/** The workflows behind moments to go back to, and behind archives of stored objects. */
export function momentArrangements(platform: CrashPlatform): Arrangements {
  const pitr = async (ref: string) => (await platform.call<PitrState>('GET', at(ref, '/pitr'))).body
  const addons = (ref: string) => `/v1/projects/${ref}/billing/addons`
  const PITR = { addon_type: 'pitr', addon_variant: 'pitr_7' }
  const ask = (method: string, path: (ref: string) => string, body?: () => unknown) => async (ref: string) => {
    await platform.attempt(method, path(ref), body?.())
    return ref
  }
  const switchOff = async (ref: string) => {
    await platform.call('DELETE', `${addons(ref)}/pitr_7`)
    await platform.settled(ref, 'ACTIVE_HEALTHY')
  }

  return {
    'pitr.begin': {
      arrange: () => platform.healthy(),
      request: ask('PATCH', addons, () => PITR),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect(await pitr(ref)).toMatchObject({ enabled: true, error: null, base_backups: [{}] })
        expect(readdirSync(join(platform.dataDir, 'archives', ref))).toHaveLength(1)
        await tidy(platform, ref)
        await platform.works(ref)
        await switchOff(ref)
      },
    },
    'pitr.end': {
      arrange: async () => {
        const ref = await platform.healthy()
        await platform.call('PATCH', addons(ref), PITR)
        await platform.settled(ref, 'ACTIVE_HEALTHY')
        return ref
      },
      request: ask('DELETE', (ref) => `${addons(ref)}/pitr_7`),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect(await pitr(ref)).toMatchObject({ enabled: false, base_backups: [] })
        expect(existsSync(join(platform.dataDir, 'archives', ref))).toBe(false)
        await tidy(platform, ref)
        await platform.works(ref)
      },
    },
    'storage.archive': {
      arrange: () => platform.healthy(),
      request: ask('POST', (ref) => `/platform/storage/${ref}/archive`),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect((await platform.call('GET', `/platform/storage/${ref}/archive`)).status).toBe(200)
        const files = readdirSync(join(platform.dataDir, 'storage-archives')).filter((name) => name.startsWith(ref))
        expect(files).toHaveLength(1)
      },
    },
  }
}
