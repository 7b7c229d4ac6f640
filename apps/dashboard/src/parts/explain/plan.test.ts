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

  const ownTimes = (root: object) => {
    const read = readPlan(JSON.stringify([{ Plan: root, 'Execution Time': 100 }]))
    return read && flat(read.root).map(({ on, type, actual }) => [on ?? type, actual?.ownMs])
  }

  it('counts the work of a query with a name where it is read, and not against the step that it stands below', () => {
    const cte = scan('orders', { ...ran(50, 10), 'Parent Relationship': 'InitPlan', 'Subplan Name': 'CTE recent' })
    const reader = { 'Node Type': 'CTE Scan', 'CTE Name': 'recent', Alias: 'recent', ...ran(60, 10) }
    const join = { 'Node Type': 'Nested Loop', ...ran(100, 10), Plans: [cte, reader, scan('items', ran(30, 10))] }
    expect(ownTimes(join)).toEqual([
      ['Nested Loop', 10],
      ['shop.orders o', 50],
      ['recent', 10],
      ['shop.items i', 30],
    ])
  })

  it('counts the work for a value against the step that uses it', () => {
    const value = (name: string) =>
      scan('limits', { ...ran(40, 1), 'Parent Relationship': 'InitPlan', 'Subplan Name': name })
    const top = (name: string, filter: string) => ({
      'Node Type': 'Limit',
      ...ran(90, 10),
      Plans: [value(name), scan('orders', { ...ran(80, 10), Filter: filter })],
    })
    const expected = [
      ['Limit', 10],
      ['shop.limits l', 40],
      ['shop.orders o', 40],
    ]
    expect(ownTimes(top('InitPlan 1', '(price > (InitPlan 1).col1)'))).toEqual(expected)
    expect(ownTimes(top('InitPlan 1 (returns $0)', '(price > $0)'))).toEqual(expected)
    expect(ownTimes(top('InitPlan 1', '(price > (InitPlan 12).col1)'))).toEqual([
      ['Limit', 0],
      ['shop.limits l', 40],
      ['shop.orders o', 80],
    ])
  })

  it('takes what several processes did side by side for the time of one, and all of their rows', () => {
    const side = scan('orders', {
      ...ran(20, 1000, 3),
      'Parallel Aware': true,
      Workers: [{ 'Worker Number': 0, 'Actual Total Time': 19.5, 'Actual Rows': 900, 'Actual Loops': 1 }],
    })
    const read = readPlan(
      JSON.stringify([{ Plan: { 'Node Type': 'Gather', 'Workers Launched': 2, ...ran(25, 3000), Plans: [side] } }]),
    )
    expect(read && flat(read.root).map(({ actual }) => actual)).toEqual([
      { rows: 3000, loops: 1, processes: 1, totalMs: 25, ownMs: 5 },
      { rows: 3000, loops: 3, processes: 3, totalMs: 20, ownMs: 20 },
    ])
    expect(read?.root.children[0]?.details.at(-1)).toEqual({ name: 'Worker 0', value: '900 rows, 19.5 ms' })
  })

  it('calls triggers of foreign keys by their constraints, and tells what compiling took', () => {
    const read = readPlan(
      JSON.stringify([
        {
          Plan: scan('orders', ran(1, 1)),
          JIT: { Functions: 3, Timing: { Generation: 0.5, Total: 12.25 } },
          Triggers: [
            { 'Trigger Name': 'RI_ConstraintTrigger_c_1', 'Constraint Name': 'own', Relation: 'a', Time: 1, Calls: 2 },
          ],
        },
      ]),
    )
    expect(read).toMatchObject({ jitMs: 12.25, triggers: [{ name: 'own on a', ms: 1, calls: 2 }] })
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
