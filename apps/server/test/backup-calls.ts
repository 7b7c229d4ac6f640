import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup, PitrState } from '@stoa/contract'
import { expect } from 'vitest'
import type { CallOptions, TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

export type Listed = {
  backups: Backup[]
  proving: number[]
  schedule: { enabled: boolean; hour: number; next_at: string | null }
  retention_days: number
  failed_restore: { at: string; reason: string } | null
}

/** What tests ask about a project's backups, as the owner of `acme`. */
export function backupCalls(platform: () => TestPlatform) {
  const call = async <T>(method: string, path: string, options: CallOptions = {}) =>
    platform().call<T>(method, path, { token: (await platform().as('Owner')).token, ...options })
  const at = (ref: string, more = '') => `/platform/database/${ref}/backups${more}`
  const list = async (ref: string) => (await call<Listed>('GET', at(ref))).body
  const pitr = async (ref: string) => (await call<PitrState>('GET', at(ref, '/pitr'))).body
  const find = async (ref: string, id: number) => (await list(ref)).backups.find((backup) => backup.id === id)

  /** Waits until a backup is no longer being taken. */
  const ended = (ref: string, id: number): Promise<Backup> =>
    eventually(`backup ${id} to end`, async () => {
      const found = await find(ref, id)
      return found && (found.status === 'COMPLETED' || found.status === 'FAILED') ? found : null
    })
  /** Waits until no operation of a project is under way. */
  const idle = (ref: string) =>
    eventually(`${ref} to be idle`, async () => {
      const open = await platform()
        .store.selectFrom('operations')
        .select('id')
        .where('project_ref', '=', ref)
        .where('finished_at', 'is', null)
        .executeTakeFirst()
      return open === undefined
    })
  /** Takes a backup on demand and waits for it. */
  async function take(ref: string): Promise<Backup> {
    const made = await call<Backup>('POST', at(ref))
    expect(made.status, made.text).toBe(201)
    const backup = await ended(ref, made.body.id)
    expect(backup.error).toBeNull()
    await idle(ref)
    return backup
  }
  const folder = () => join(platform().config.dataDir, 'backups')
  const files = (ref: string): Promise<string[]> => readdir(join(folder(), ref)).catch(() => [])
  async function fileOf(id: number): Promise<string> {
    const { path } = await platform()
      .store.selectFrom('backups')
      .select('path')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return join(folder(), path)
  }
  return { call, at, list, pitr, find, ended, idle, take, files, fileOf, folder }
}
