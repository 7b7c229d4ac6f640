import { expect, test, vi } from 'vitest'
import { type Labels, RowLabels } from './row-labels.ts'

/** Waits until the labels have told of a change. */
const told = (labels: RowLabels) => new Promise<void>((resolve) => labels.subscribe(resolve))

test('all values of a painting are asked for together, and once', async () => {
  const ask = vi.fn(async (): Promise<Labels> => ({ ship: { 2: 'Nordic' } }))
  const labels = new RowLabels(ask)
  expect([labels.of('ship', '2'), labels.of('ship', '3'), labels.of('ship', '2')]).toEqual([null, null, null])
  await told(labels)
  expect(ask.mock.calls).toEqual([[[{ column: 'ship', values: ['2', '3'] }]]])
  expect([labels.of('ship', '2'), labels.of('ship', '3')]).toEqual(['Nordic', null])
  expect(ask).toHaveBeenCalledTimes(1)
})

test('labels that do not come leave values to stand for themselves', async () => {
  const ask = vi.fn().mockRejectedValue(new Error('gone'))
  const labels = new RowLabels(ask)
  labels.of('ship', '2')
  await told(labels)
  expect(labels.of('ship', '2')).toBeNull()
  expect(ask).toHaveBeenCalledTimes(1)
})
