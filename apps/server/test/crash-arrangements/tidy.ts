import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '@stoa/contract'
import { expect } from 'vitest'
import type { CrashPlatform } from '../crash-platform.ts'

type Listed = { backups: Backup[]; failed_restore: unknown }

/** The address of a project's backups. */
export const at = (ref: string, more = '') => `/platform/database/${ref}/backups${more}`

/** The backups of a project, as the dashboard gets them. */
export const list = async (platform: CrashPlatform, ref: string) => (await platform.call<Listed>('GET', at(ref))).body

/** How many servers there are, the control server aside. */
export const servers = ({ dataDir }: CrashPlatform) =>
  readdirSync(join(dataDir, 'projects')).filter((name) => /^[a-z]{20}$/.test(name)).length

/** How many projects there are. */
export async function projects({ database }: CrashPlatform): Promise<number | undefined> {
  const { rows } = await database.query<{ n: number }>('select count(*)::int as n from projects')
  return rows[0]?.n
}

/** As many servers as projects, as many files as finished backups: nothing half-made is left. */
export async function tidy(platform: CrashPlatform, ref: string): Promise<void> {
  expect(servers(platform)).toBe(await projects(platform))
  const finished = (await list(platform, ref)).backups.filter(({ status }) => status === 'COMPLETED')
  expect(readdirSync(join(platform.dataDir, 'backups', ref))).toHaveLength(finished.length)
}
