import { expect, it } from 'vitest'
import { rememberUse, serverUse } from './server-use.ts'

const MINUTE = 60_000

/** A platform whose engine sees more memory at every look, once it is let. */
function platform() {
  let looks = 0
  let gate = Promise.resolve()
  const observe = async () => {
    const memoryBytes = ++looks
    await gate
    return { memoryBytes, diskBytes: 100 } as never
  }
  return {
    looks: () => looks,
    /** Looks begun from now on take until the given function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    it: { engine: { observe } },
  }
}
const project = (since = Date.now() - 60 * MINUTE) => ({ ref: 'abc', status_since: new Date(since) })

it('waits for the first look, which all who ask meanwhile share', async () => {
  const { it: seen, looks } = platform()
  const both = await Promise.all([serverUse(seen, project()), serverUse(seen, project())])
  expect(both).toEqual([
    { memory: 1, disk: 100 },
    { memory: 1, disk: 100 },
  ])
  expect(looks()).toBe(1)
})

it('tells what was seen lately without waiting, and what is seen now when asked again', async ({ onTestFinished }) => {
  const { it: seen, hold, looks } = platform()
  await serverUse(seen, project())
  const now = Date.now
  onTestFinished(() => {
    Date.now = now
  })
  Date.now = () => now() + 30_000
  const release = hold()
  expect(await serverUse(seen, project())).toEqual({ memory: 1, disk: 100 })
  expect(looks()).toBe(2)
  release()
  await expect.poll(() => serverUse(seen, project())).toEqual({ memory: 2, disk: 100 })
  expect(looks()).toBe(2)
})

it('looks anew when the status has changed since, or when the last look was long ago', async ({ onTestFinished }) => {
  const { it: seen } = platform()
  rememberUse(seen, 'abc', { memoryBytes: 50, diskBytes: 60 })
  expect(await serverUse(seen, project())).toEqual({ memory: 50, disk: 60 })
  expect(await serverUse(seen, project(Date.now() + 1))).toMatchObject({ memory: 1 })
  const now = Date.now
  onTestFinished(() => {
    Date.now = now
  })
  Date.now = () => now() + 3 * MINUTE
  expect(await serverUse(seen, project())).toMatchObject({ memory: 2 })
})

it('says that nothing is known of a server that cannot be looked at', async () => {
  const failing = { engine: { observe: () => Promise.reject(new Error('gone')) } }
  expect(await serverUse(failing, project())).toEqual({ memory: null, disk: null })
})
