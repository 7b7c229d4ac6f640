import { expect, test } from 'vitest'
import { NEW_CHART } from '../chart/chart-config.ts'
import { readBlock } from './block-drag.ts'

test('a dragged query is read as it was put there, and nothing else is', () => {
  const chart = { ...NEW_CHART, xKey: 'day', yKey: 'n', view: 'chart' as const }
  const block = { sql: 'select 1', label: 'Calls', view: 'chart' as const, chart }
  expect(readBlock(JSON.stringify(block))).toEqual(block)
  expect(readBlock(JSON.stringify({ sql: 'select 1' }))).toEqual({
    sql: 'select 1',
    label: 'Query',
    view: 'table',
    chart: NEW_CHART,
  })
  for (const text of ['', 'select 1', 'null', '{}', '{"sql":" "}', '{"sql":1}']) expect(readBlock(text)).toBeNull()
})
