import { expect, test } from 'vitest'
import { inTurn, Places } from './turns.ts'

const later = () => Promise.withResolvers<void>()

test('what is asked for one project runs one after the other, also after one that failed', async () => {
  const [order, first, other]: [string[], ReturnType<typeof later>, ReturnType<typeof later>] = [[], later(), later()]
  const one = inTurn('a', async () => {
    await first.promise
    order.push('one')
    throw new Error('No.')
  })
  const two = inTurn('a', async () => order.push('two'))
  const beside = inTurn('b', async () => {
    order.push('beside')
    other.resolve()
  })
  await other.promise
  expect(order).toEqual(['beside'])
  first.resolve()
  await expect(one).rejects.toThrow('No.')
  await Promise.all([two, beside])
  expect(order).toEqual(['beside', 'one', 'two'])
})

test('no more run at once than there are places, and one that fails leaves its own', async () => {
  const places = new Places(2)
  const [gates, order] = [Array.from({ length: 4 }, later), [] as number[]]
  const all = gates.map((gate, index) =>
    places.run(async () => {
      order.push(index)
      await gate.promise
    }),
  )
  const settled = Promise.allSettled(all)
  await Promise.resolve()
  expect(order).toEqual([0, 1])
  gates[1]?.reject(new Error('No.'))
  await expect(all[1]).rejects.toThrow('No.')
  expect(order).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(order).toEqual([0, 1, 2, 3])
  expect(await places.run(async () => 'free')).toBe('free')
})
