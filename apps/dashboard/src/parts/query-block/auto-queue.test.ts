import { expect, test } from 'vitest'
import { queueRun } from './auto-queue.ts'

test('two run at once, the others in their turn; what is taken out never begins, and a failure holds up nobody', async () => {
  const begun: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const leave = ends.map(({ promise }, index) =>
    queueRun(async () => {
      begun.push(index)
      await promise.catch(() => {})
    }),
  )
  expect(begun).toEqual([0, 1])
  leave[3]?.()
  ends[0]?.resolve()
  await new Promise((done) => setTimeout(done))
  expect(begun).toEqual([0, 1, 2])
  ends[1]?.reject(new Error('failed'))
  await new Promise((done) => setTimeout(done))
  expect(begun).toEqual([0, 1, 2, 4])
  for (const { resolve } of ends) resolve()
})
