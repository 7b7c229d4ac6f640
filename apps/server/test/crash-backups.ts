import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup, PitrState } from '@stoa/contract'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Arrangement } from './crash-main.ts'
import { eventually } from './waiting.ts'

/** What the crash harness lends to the arrangements of other files. */
export type CrashTools = {
  readonly call: <T>(method: string, path: string, body?: unknown) => Promise<{ status: number; body: T }>
  readonly database: () => pg.Pool
  readonly dataDir: () => string
  readonly sql: (ref: string, query: string) => Promise<unknown>
  readonly healthy: () => Promise<string>
  readonly settled: (ref: string, status: 'ACTIVE_HEALTHY') => Promise<void>
  readonly works: (ref: string) => Promise<void>
}

type Listed = { backups: Backup[]; failed_restore: unknown }

/** The workflows behind backups, moments to go back to, and archives of stored objects. */
export function backupArrangements(tools: CrashTools): Record<string, Arrangement> {
  const { call, sql, healthy, settled, works } = tools
  let serial = 0
  /** The backup that the latest arrangement is about. */
  let backup = 0
  const at = (ref: string, more = '') => `/platform/database/${ref}/backups${more}`
  const list = async (ref: string) => (await call<Listed>('GET', at(ref))).body
  const pitr = async (ref: string) => (await call<PitrState>('GET', at(ref, '/pitr'))).body
  const files = (ref: string) => readdirSync(join(tools.dataDir(), 'backups', ref))
  const servers = () => readdirSync(join(tools.dataDir(), 'projects')).filter((name) => /^[a-z]{20}$/.test(name)).length
  const projects = async () =>
    (await tools.database().query<{ n: number }>('select count(*)::int as n from projects')).rows[0]?.n

  /** As many servers as projects, as many files as finished backups: nothing half-made is left. */
  async function tidy(ref: string): Promise<void> {
    expect(servers()).toBe(await projects())
    const finished = (await list(ref)).backups.filter(({ status }) => status === 'COMPLETED')
    expect(files(ref)).toHaveLength(finished.length)
  }
  async function take(ref: string): Promise<number> {
    const { body } = await call<Backup>('POST', at(ref))
    await settled(ref, 'ACTIVE_HEALTHY')
    return body.id
  }
  const backedUp = async () => {
    const ref = await healthy()
    backup = await take(ref)
    return ref
  }
  const ask = (method: string, path: (ref: string) => string, body?: () => unknown) => async (ref: string) => {
    await call(method, path(ref), body?.()).catch(() => {})
    return ref
  }
  const addons = (ref: string) => `/v1/projects/${ref}/billing/addons`
  const PITR = { addon_type: 'pitr', addon_variant: 'pitr_7' }
  const switchOff = async (ref: string) => {
    await call('DELETE', `${addons(ref)}/pitr_7`)
    await settled(ref, 'ACTIVE_HEALTHY')
  }

  return {
    'backup.take': {
      arrange: healthy,
      request: ask('POST', at),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect((await list(ref)).backups[0]).toMatchObject({ status: 'COMPLETED', error: null })
        await tidy(ref)
        await take(ref)
        await works(ref)
      },
    },
    'backup.verify': {
      arrange: backedUp,
      request: ask('POST', (ref) => at(ref, `/${backup}/verify`)),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        const proven = (await list(ref)).backups.find(({ id }) => id === backup)
        expect(proven).toMatchObject({ verified_at: expect.any(String), verify_error: null })
        await tidy(ref)
        await works(ref)
      },
    },
    'backup.restore': {
      arrange: async () => {
        const ref = await backedUp()
        await sql(ref, 'create table later ()')
        return ref
      },
      request: ask(
        'POST',
        (ref) => at(ref, '/restore'),
        () => ({ id: backup }),
      ),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect(await sql(ref, "select to_regclass('later') as later")).toEqual([{ later: null }])
        expect((await list(ref)).failed_restore).toBeNull()
        await tidy(ref)
        await works(ref)
        await take(ref)
      },
    },
    'backup.clone': {
      arrange: backedUp,
      request: async (ref) => {
        const name = `Cloned ${++serial}`
        await call('POST', at(ref, '/clone'), { id: backup, new_project_name: name }).catch(() => {})
        const { rows } = await tools
          .database()
          .query<{ ref: string }>('select ref from projects where name = $1', [name])
        return rows[0]?.ref ?? ''
      },
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        await works(ref)
        expect(servers()).toBe(await projects())
        await call('DELETE', `/v1/projects/${ref}`)
        await eventually(`${ref} to be gone`, async () => (await call('GET', `/v1/projects/${ref}`)).status === 404)
      },
    },
    'pitr.begin': {
      arrange: healthy,
      request: ask('PATCH', addons, () => PITR),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect(await pitr(ref)).toMatchObject({ enabled: true, error: null, base_backups: [{}] })
        expect(readdirSync(join(tools.dataDir(), 'archives', ref))).toHaveLength(1)
        await tidy(ref)
        await works(ref)
        await switchOff(ref)
      },
    },
    'pitr.end': {
      arrange: async () => {
        const ref = await healthy()
        await call('PATCH', addons(ref), PITR)
        await settled(ref, 'ACTIVE_HEALTHY')
        return ref
      },
      request: ask('DELETE', (ref) => `${addons(ref)}/pitr_7`),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect(await pitr(ref)).toMatchObject({ enabled: false, base_backups: [] })
        expect(existsSync(join(tools.dataDir(), 'archives', ref))).toBe(false)
        await tidy(ref)
        await works(ref)
      },
    },
    'storage.archive': {
      arrange: healthy,
      request: ask('POST', (ref) => `/platform/storage/${ref}/archive`),
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        expect((await call('GET', `/platform/storage/${ref}/archive`)).status).toBe(200)
        expect(readdirSync(join(tools.dataDir(), 'storage-archives'))).toHaveLength(1)
      },
    },
  }
}
