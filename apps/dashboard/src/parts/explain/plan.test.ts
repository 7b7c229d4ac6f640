import { describe, expect, it } from 'vitest'
import { explainPrefix, NO_PLAN, ONE_STATEMENT } from './explain-sql.ts'
import { flat, misjudged, readPlan } from './plan.ts'

const scan = (name: string, more: object = {}) => ({
  'Node Type': 'Seq Scan',
  'Relation Name': name,
  Schema: 'shop',
  Alias: name.slice(0, 1),
  'Startup Cost': 0,
  'Total Cost': 40,
  'Plan Rows': 1000,
  Filter: '(price > 3)',
  'Rows Removed by Filter': 7,
  ...more,
})
const ran = (time: number, rows: number, loops = 1) => ({
  'Actual Total Time': time,
  'Actual Rows': rows,
  'Actual Loops': loops,
  'Shared Hit Blocks': 5,
  'Shared Read Blocks': 2,
})

describe('a plan', () => {
  const plan = readPlan(
    JSON.stringify([
      {
        Plan: {
          'Node Type': 'Hash Join',
          'Join Type': 'Left',
          'Startup Cost': 1,
          'Total Cost': 100,
          'Plan Rows': 10,
          ...ran(12, 9),
          'Hash Cond': '(a.id = b.id)',
          Plans: [scan('orders', ran(2, 1000)), scan('items', ran(3, 40_000, 3))],
        },
        'Planning Time': 0.2,
        Triggers: [{ 'Trigger Name': 'audit', Time: 1.5, Calls: 3 }],
        'Execution Time': 13,
      },
    ]),
  )

  it('is read with the time of each step alone, of all its loops', () => {
    expect(plan).toMatchObject({ isRun: true, planningMs: 0.2, executionMs: 13, slowest: 2 })
    expect(plan?.triggers).toEqual([{ name: 'audit', ms: 1.5, calls: 3 }])
    expect(plan && flat(plan.root).map(({ type, on, actual }) => [type, on, actual?.ownMs, actual?.rows])).toEqual([
      ['Hash Left Join', null, 1, 9],
      ['Seq Scan', 'shop.orders o', 2, 1000],
      ['Seq Scan', 'shop.items i', 9, 120_000],
    ])
    expect(plan?.root.details).toEqual([
      { name: 'Join Type', value: 'Left' },
      { name: 'Hash Cond', value: '(a.id = b.id)' },
    ])
    expect(plan?.root.buffers).toEqual({ hit: 5, read: 2, written: 0, temp: 0 })
  })

  it('shows where the estimate was far off, and not where few rows are meant', () => {
    expect(plan && flat(plan.root).map(misjudged)).toEqual([null, 1, 40])
  })

  it('that was not run is weighed by its costs', () => {
    const estimated = readPlan(
      JSON.stringify([{ Plan: { 'Node Type': 'Sort', 'Total Cost': 95, 'Plan Rows': 1, Plans: [scan('orders')] } }]),
    )
    expect(estimated).toMatchObject({ isRun: false, executionMs: null, slowest: 0 })
    expect(estimated?.root.ownCost).toBe(55)
  })

  it('is nothing but what EXPLAIN gives as JSON', () => {
    for (const text of ['', '[]', '{"Plan": 1}', '[{"Plan": {}}]', 'Seq Scan on a']) expect(readPlan(text)).toBeNull()
  })
})

describe('explaining', () => {
  it('puts the command before the one statement', () => {
    expect(explainPrefix('-- why\n select 1;\n', false)).toEqual({ prefix: 'explain (verbose, format json) ' })
    expect(explainPrefix('delete from a', true)).toEqual({
      prefix: 'explain (analyze, buffers, verbose, format json) ',
    })
  })

  it('refuses what has no plan', () => {
    expect(explainPrefix('select 1; select 2', false)).toEqual({ problem: ONE_STATEMENT })
    expect(explainPrefix('', false)).toEqual({ problem: ONE_STATEMENT })
    expect(explainPrefix('create table a ()', true)).toEqual({ problem: NO_PLAN })
    expect(explainPrefix('explain select 1', true)).toEqual({ problem: NO_PLAN })
  })
})
