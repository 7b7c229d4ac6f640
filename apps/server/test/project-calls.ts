import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Project, ProjectStatus } from '@stoa/contract'
import { expect } from 'vitest'
import type { TestPlatform } from './harness.ts'

export const OPERATIONS = {
  pause: { method: 'POST', path: '/pause', event: 'pause', doing: 'paused' },
  restart: { method: 'POST', path: '/restart', event: 'restart', doing: 'restarted' },
  restore: { method: 'POST', path: '/restore', event: 'restore', doing: 'restored' },
  remove: { method: 'DELETE', path: '', event: 'remove', doing: 'deleted' },
} as const
export type OperationName = keyof typeof OPERATIONS

/** What tests ask of projects, as the owner of `acme`. */
export function projectCalls(platform: () => TestPlatform) {
  const owner = async () => (await platform().as('Owner')).token
  const ask = async (ref: string, name: OperationName) =>
    platform().call<{ status: ProjectStatus; message?: string }>(
      OPERATIONS[name].method,
      `/platform/projects/${ref}${OPERATIONS[name].path}`,
      { token: await owner() },
    )
  const project = async (ref: string) =>
    (await platform().call<Project>('GET', `/platform/projects/${ref}`, { token: await owner() })).body
  const folder = (ref: string) => join(platform().engineOptions.dataDir, 'projects', ref)
  /** The process id of the server's first process, whatever the platform believes. */
  const postmaster = async (ref: string): Promise<number> =>
    Number((await readFile(join(folder(ref), 'data/postmaster.pid'), 'utf8')).split('\n')[0])

  async function sql<R>(ref: string, query: string): Promise<R[]> {
    const answer = await platform().call<R[]>('POST', `/v1/projects/${ref}/database/query`, {
      token: await owner(),
      body: { query },
    })
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body
  }
  const mark = (ref: string) => sql(ref, "create table mark as select 'kept' as value")
  const marked = async (ref: string) => expect(await sql(ref, 'table mark')).toEqual([{ value: 'kept' }])
  const actions = async (ref: string) => (await platform().audit({ ref })).map((entry) => entry.action)
  return { ask, project, folder, postmaster, sql, mark, marked, actions }
}
