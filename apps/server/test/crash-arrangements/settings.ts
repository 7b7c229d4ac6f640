import { expect } from 'vitest'
import type { Arrangements, CrashPlatform } from '../crash-platform.ts'

/** The workflows behind a project's settings: its signing secret, and who may connect. */
export function settingsArrangements(platform: CrashPlatform): Arrangements {
  const keysBefore = new Map<string, string[]>()
  /** Both keys of a project, as the dashboard gets them. */
  async function keys(ref: string): Promise<string[]> {
    const path = `/platform/projects/${ref}/settings`
    const answer = await platform.call<{ service_api_keys: { api_key: string }[] }>('GET', path)
    return answer.body.service_api_keys.map(({ api_key }) => api_key)
  }

  return {
    'project.rotate_jwt': {
      arrange: async () => {
        const ref = await platform.healthy()
        keysBefore.set(ref, await keys(ref))
        return ref
      },
      request: async (ref) => {
        await platform.attempt('PATCH', `/platform/projects/${ref}/config/secrets`, {})
        return ref
      },
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        const [before, now] = [keysBefore.get(ref) ?? [], await keys(ref)]
        expect(before).toHaveLength(now.length)
        expect(now).not.toEqual(before)
        for (const key of now) expect(await platform.gateway(ref, key)).toBe(200)
        for (const key of before) expect(await platform.gateway(ref, key)).toBe(401)
        const { rows } = await platform.database.query("select from project_secrets where name = 'jwt_secret_next'")
        expect(rows).toEqual([])
        await platform.works(ref)
        await platform.again(ref, 'restart', 'ACTIVE_HEALTHY')
      },
    },
    'project.set_access': {
      arrange: () => platform.healthy(),
      request: async (ref) => {
        const body = { requestedConfig: { database: true } }
        await platform.attempt('PUT', `/v1/projects/${ref}/ssl-enforcement`, body)
        return ref
      },
      expected: 'ACTIVE_HEALTHY',
      check: async (ref) => {
        const path = `/v1/projects/${ref}/ssl-enforcement`
        const enforced = (database: boolean) => ({ currentConfig: { database }, appliedSuccessfully: true })
        expect((await platform.call('GET', path)).body).toEqual(enforced(true))
        const { rows } = await platform.database.query("select from audit_log where action = 'project.access_failed'")
        expect(rows).toEqual([])
        const off = { requestedConfig: { database: false } }
        expect((await platform.call('PUT', path, off)).body).toEqual(enforced(false))
        await platform.works(ref)
      },
    },
  }
}
