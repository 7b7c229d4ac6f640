import type { Compute, Disk, ResourceWarning } from '@stoa/contract'
import { expect } from 'vitest'
import { sampleProjects } from '../src/workflows/sampler.ts'
import type { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'

/** What tests ask about a project's share of the machine, as the organization's owner. */
export function resourceCalls(platform: () => TestPlatform, token: () => string) {
  const projects = projectCalls(platform)
  const get = async <T>(path: string) => {
    const answer = await platform().call<T>('GET', path, { token: token() })
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  return {
    ...projects,
    get,
    resize: (ref: string, compute_size: unknown) =>
      platform().call<{ status: string; message?: string }>('POST', `/platform/projects/${ref}/resize`, {
        token: token(),
        body: { compute_size },
      }),
    compute: (ref: string) => get<Compute>(`/platform/projects/${ref}/compute`),
    disk: (ref: string) => get<Disk>(`/platform/projects/${ref}/disk`),
    setDisk: (ref: string, size_gb: unknown) =>
      platform().call<Disk & { message?: string }>('POST', `/platform/projects/${ref}/disk`, {
        token: token(),
        body: { size_gb },
      }),
    /** Measures all projects now. */
    sample: () => sampleProjects(platform().server.platform),
    /** What the audit log says of a project's size, disk and read-only times. */
    changes: async (ref: string) =>
      (await projects.actions(ref)).filter((action) => /resize|read_only|disk_limit/.test(action)),
    /** Pauses without the backup that a real pause begins with. */
    async pause(ref: string) {
      await platform().server.platform.databases.close(ref)
      await platform().engine.stop(ref)
      await platform().query("update projects set status = 'INACTIVE' where ref = $1", [ref])
    },
    warningOf: async (ref: string) =>
      (await get<ResourceWarning[]>('/platform/projects-resource-warnings')).find((one) => one.project === ref),
  }
}
