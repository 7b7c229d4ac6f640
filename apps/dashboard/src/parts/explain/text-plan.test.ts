import { expect, it } from 'vitest'
import { flat, readPlan } from './plan.ts'
import { planOfText } from './text-plan.ts'

const JOINED = `Limit  (cost=104.43..104.44 rows=5 width=55) (actual time=10.743..10.748 rows=5 loops=1)
  Buffers: shared hit=34 read=2, temp written=3
  ->  Sort  (cost=104.43..104.47 rows=16 width=55) (actual time=10.741..10.744 rows=5.00 loops=1)
        Sort Key: (sum(o.total)) DESC
        Sort Method: top-N heapsort  Memory: 25kB
        ->  Hash Right Join  (cost=9.74..100.98 rows=490 width=29) (actual time=0.085..10.437 rows=490 loops=1)
              Hash Cond: (o.customer = c.id)
              ->  Seq Scan on shop.orders o  (cost=0.00..78.00 rows=5000 width=10) (actual time=0.015..0.775 rows=5000 loops=1)
              ->  Hash  (cost=9.13..9.13 rows=49 width=27) (actual time=0.053..0.054 rows=49 loops=1)
                    ->  Index Scan using customers_pkey on customers c  (cost=0.27..9.13 rows=49 width=27) (actual time=0.012..0.031 rows=49 loops=2)
                          Index Cond: (id < 50)
Planning:
  Buffers: shared hit=205 read=5
Planning Time: 1.010 ms
Trigger for constraint orders_customer_fkey: time=3.250 calls=10
Execution Time: 10.891 ms`

const outline = (text: string) => {
  const plan = readPlan(planOfText(text) ?? '')
  return (
    plan && flat(plan.root).map(({ type, on, actual }) => [type, on, actual?.rows ?? null, actual?.totalMs ?? null])
  )
}

it('reads a plan that was run', () => {
  expect(outline(JOINED)).toEqual([
    ['Limit', null, 5, 10.748],
    ['Sort', null, 5, 10.744],
    ['Hash Right Join', null, 490, 10.437],
    ['Seq Scan', 'shop.orders o', 5000, 0.775],
    ['Hash', null, 49, 0.054],
    ['Index Scan', 'customers c by customers_pkey', 98, 0.062],
  ])
  const plan = readPlan(planOfText(JOINED) ?? '')
  expect(plan).toMatchObject({
    isRun: true,
    planningMs: 1.01,
    executionMs: 10.891,
    triggers: [{ name: 'orders_customer_fkey', ms: 3.25, calls: 10 }],
    slowest: 2,
    root: { buffers: { hit: 34, read: 2, temp: 3 }, startupCost: 104.43, totalCost: 104.44, estimatedRows: 5 },
  })
  expect(plan?.root.children[0]?.details).toEqual([
    { name: 'Sort Key', value: '(sum(o.total)) DESC' },
    { name: 'Sort Method', value: 'top-N heapsort  Memory: 25kB' },
  ])
})

it('reads parts of a query under their names, and steps that never ran', () => {
  const text = `Result  (cost=0.33..0.33 rows=0 width=8) (actual time=0.002..0.002 rows=0 loops=1)
  One-Time Filter: false
  CTE t
    ->  Seq Scan on "Odd name" "Alias"  (cost=0.00..90.50 rows=4933 width=14) (actual rows=4934 loops=1)
  InitPlan 2
    ->  Limit  (cost=0.28..0.32 rows=1 width=4) (never executed)
          ->  Index Only Scan Backward using orders_pkey on orders  (cost=0.28..170.28 rows=5000 width=4) (never executed)
                Heap Fetches: 0
  ->  Bitmap Index Scan on orders_customer_idx  (cost=0.00..4.36 rows=10 width=0) (never executed)`
  expect(outline(text)).toEqual([
    ['Result', null, 0, 0.002],
    ['Seq Scan', '"Odd name" "Alias"', 4934, 0],
    ['Limit', null, 0, 0],
    ['Index Only Scan Backward', 'orders by orders_pkey', 0, 0],
    ['Bitmap Index Scan', 'orders_customer_idx', 0, 0],
  ])
  const [, scan, limit] = flat(readPlan(planOfText(text) ?? '')?.root ?? expect.fail())
  expect([scan?.details, limit?.details]).toEqual([
    [{ name: 'Subplan Name', value: 'CTE t' }],
    [{ name: 'Subplan Name', value: 'InitPlan 2' }],
  ])
})

it('reads a plan that was not run', () => {
  const plan = readPlan(planOfText('Seq Scan on a  (cost=0.00..1.05 rows=5 width=36)\n  Filter: (b > 1)') ?? '')
  expect(plan).toMatchObject({ isRun: false, executionMs: null, root: { type: 'Seq Scan', on: 'a', totalCost: 1.05 } })
})

it('takes nothing else for a plan', () => {
  const step = 'Seq Scan on a  (cost=0.00..1.05 rows=5 width=36)'
  for (const text of [
    '',
    'Utility statements have no plan structure',
    'Seq Scan on a\n  Filter: b',
    `${step}\n${step}`,
    `  ${step}`,
  ])
    expect(planOfText(text)).toBeNull()
})
