import { expect, test } from 'vitest'
import { Lookups } from './lookups.ts'

const later = () => new Promise((resolve) => setImmediate(resolve))

test('whoever asks while an answer is on its way hears the next one, together with the others that wait', async () => {
  let looks = 0
  const lookups = new Lookups(async (key) => {
    looks += 1
    const own = looks
    await later()
    return `${key} ${own}`
  })
  const first = lookups.ask('a')
  const others = [lookups.ask('a'), lookups.ask('a'), lookups.ask('a')]
  const elsewhere = lookups.ask('b')
  expect(await first).toBe('a 1')
  expect(await Promise.all(others)).toEqual(['a 3', 'a 3', 'a 3'])
  expect(await elsewhere).toBe('b 2')
  expect(await lookups.ask('a')).toBe('a 4')
})

test('a look that fails fails for those who asked for it, and not for the next', async () => {
  let looks = 0
  const lookups = new Lookups(async () => {
    looks += 1
    await later()
    if (looks === 1) throw new Error('gone')
    return looks
  })
  const first = lookups.ask('a')
  const second = lookups.ask('a')
  await expect(first).rejects.toThrow('gone')
  expect(await second).toBe(2)
})
