import { expect } from 'vitest'
import type { Refusal, TestPlatform } from './harness.ts'

/** Makes calls that must be refused with a status and a sentence, in JSON, and change nothing. */
export const refusals =
  (platform: () => TestPlatform) =>
  async (
    status: number,
    sentence: string | RegExp,
    ...[method, path, options]: Parameters<TestPlatform['call']>
  ): Promise<Refusal> => {
    const before = await platform().rowCounts()
    const answer = await platform().call(method, path, options)
    const told = `${method} ${path} answered ${answer.text}`
    expect(answer.status, told).toBe(status)
    expect(answer.headers.get('content-type'), told).toContain('application/json')
    if (typeof sentence === 'string') expect(answer.body.message, told).toBe(sentence)
    else expect(answer.body.message, told).toMatch(sentence)
    expect(await platform().rowCounts(), `${told} and changed something`).toEqual(before)
    return answer.body
  }
