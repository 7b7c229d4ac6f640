import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patiently } from './patience.ts'

let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Code that does not come so many times, and then does. */
const after = (failures: number) => {
  let attempts = 0
  const load = () => (attempts++ < failures ? Promise.reject(new Error('no network')) : Promise.resolve('code'))
  return { load, attempts: () => attempts }
}

it('tries again with growing pauses until the code comes', async () => {
  const { load, attempts } = after(9)
  const loading = patiently(load)
  await vi.advanceTimersByTimeAsync(400)
  expect(attempts()).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(attempts()).toBe(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(attempts()).toBe(3)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await loading).toBe('code')
})

it('tries again at once when the network is back', async () => {
  const { load } = after(5)
  const loading = patiently(load)
  for (let i = 0; i < 5; i++) {
    await vi.advanceTimersByTimeAsync(0)
    page.dispatchEvent(new Event('online'))
  }
  expect(await loading).toBe('code')
})

it('gives up when its patience is over, with the last failure', async () => {
  const { load, attempts } = after(100)
  const loading = patiently(load, 15_500).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(15_500)
  expect(await loading).toBe('no network')
  expect(attempts()).toBe(6)
})
