import { PLANS } from '@stoa/contract'
import { expect, test } from 'vitest'
import { COMPARED, isPlanChangeSource, planAllows, priceWords } from './plan-words.ts'

test('a plan says what it allows', () => {
  expect(planAllows(PLANS.free)).toEqual([
    '2 active projects for each member, over all organizations on this plan',
    'Any number of members',
    'Compute size Nano',
    'Backups kept for 7 days',
    'No add-ons',
    'No preview branches',
    'Paused projects may be restored for a limited time',
  ])
  expect(planAllows(PLANS.enterprise)).toEqual([
    'Any number of projects',
    'Any number of members',
    'Every compute size',
    'Backups kept for 30 days',
    'Point in time recovery, Custom domain',
    'Preview branches',
    'Paused projects never expire',
  ])
})

test('plans side by side say all that a plan says', () => {
  const column = (plan: (typeof PLANS)[keyof typeof PLANS]) => COMPARED.map(({ of }) => of(plan))
  expect(column(PLANS.free)).toEqual(['2', 'Any', 'Nano', '7 days', 'None', 'No', 'For a time', 'Included'])
  expect(column(PLANS.team)).toEqual([
    'Any',
    'Any',
    'All',
    '14 days',
    'Point in time recovery, Custom domain',
    'Yes',
    'Always',
    'Included',
  ])
  expect(COMPARED).toHaveLength(planAllows(PLANS.free).length + 1)
})

test.for([
  [null, 'Included'],
  [0, '$0'],
  [10, '$10'],
  [12.5, '$12.50'],
  [1860, '$1,860'],
] as const)('%j is priced %s', ([price, words]) => {
  expect(priceWords(price)).toBe(words)
})

test('only known sources of a plan change are one', () => {
  expect(['projectPausedStateRestore', 'enableBranchingButton'].every(isPlanChangeSource)).toBe(true)
  expect([undefined, '', 'toString', 'elsewhere'].some(isPlanChangeSource)).toBe(false)
})
