import { expect, test } from 'vitest'
import { UPGRADE_PROGRESS_NAMES, UPGRADE_STEPS, upgradeSteps } from './upgrade-steps.ts'

const states = (...[progress, failed]: Parameters<typeof upgradeSteps>) =>
  upgradeSteps(progress, failed)
    .map(({ state }) => ({ done: '#', active: '>', waiting: '.', failed: 'x' })[state])
    .join('')

test('eight steps are shown, each with three wordings of its own', () => {
  expect(UPGRADE_STEPS).toHaveLength(8)
  const wordings = UPGRADE_STEPS.flatMap(({ initial, inProgress, completed }) => [initial, inProgress, completed])
  expect(new Set(wordings).size).toBe(24)
})

test('each of the nine progress names shows how many steps are done and which is under way', () => {
  expect([null, ...UPGRADE_PROGRESS_NAMES].map((progress) => states(progress))).toEqual([
    '>.......',
    '>.......',
    '#>......',
    '##>.....',
    '###>....',
    '####>...',
    '#####>..',
    '######>.',
    '#######>',
    '########',
  ])
})

test('a step is worded as its state is', () => {
  const shown = upgradeSteps('initiated data upgrade').map(({ label }) => label)
  expect(shown).toEqual([
    'Prepared new server',
    'Prepared for migration',
    'Pre-upgrade checks passed',
    'API services shut down',
    'Migrating to new database',
    'Execute migration',
    'Update extensions',
    'Optimize database',
  ])
})

test('a failed upgrade shows the step that it ended in', () => {
  expect(states('initiated data upgrade', true)).toBe('####x...')
  expect(states(null, true)).toBe('x.......')
  expect(upgradeSteps(null, true)[0]?.label).toBe('Prepare new server')
})
