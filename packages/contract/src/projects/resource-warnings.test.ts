import { describe, expect, it } from 'vitest'
import { NO_WARNING, nextWarning, RESOURCES, WARNING_RULES, type WarningRule } from './resource-warnings.ts'

const rule: WarningRule = { warning: { enter: 0.8, leave: 0.6 }, critical: { enter: 1, leave: 0.9 }, samples: 3 }

/** The level after each of the measurements. */
const levels = (shares: readonly (number | null)[], with_ = rule) => {
  let state = NO_WARNING
  return shares.map((share) => {
    state = nextWarning(state, share, with_)
    return state.level
  })
}

describe('the level of a warning', () => {
  it('is reached only when enough measurements in a row say so', () => {
    expect(levels([0.85, 0.85, 0.7, 0.85, 0.85, 0.85])).toEqual([null, null, null, null, null, 'warning'])
  })

  it('is left only below a lower threshold, and after as many measurements', () => {
    expect(levels([0.8, 0.8, 0.8, 0.7, 0.61, 0.59, 0.59, 0.7, 0.59, 0.59, 0.59]).slice(2)).toEqual([
      'warning',
      'warning',
      'warning',
      'warning',
      'warning',
      'warning',
      'warning',
      'warning',
      null,
    ])
  })

  it('becomes critical at once when all measurements say so, and steps down through a warning', () => {
    expect(levels([1.2, 1.2, 1.2])).toEqual([null, null, 'critical'])
    expect(levels([1, 1, 1, 0.95, 0.89, 0.7, 0.3]).slice(2)).toEqual([
      'critical',
      'critical',
      'critical',
      'critical',
      'warning',
    ])
  })

  it('takes what all agree on when some say warning and some say critical', () => {
    expect(levels([1, 0.85, 1, 1, 1, 1])).toEqual([null, null, 'warning', 'warning', 'warning', 'critical'])
  })

  it('stays as it is while nothing can be measured', () => {
    expect(levels([0.9, null, 0.9, null, 0.9, null])).toEqual([null, null, null, null, 'warning', 'warning'])
  })

  it('does not flicker around a threshold', () => {
    const around = Array.from({ length: 40 }, (_, index) => (index % 2 ? 0.79 : 0.81))
    expect(new Set(levels(around))).toEqual(new Set([null]))
    expect(levels([0.8, 0.8, 0.8, ...around]).slice(3)).toEqual(around.map(() => 'warning'))
  })
})

it('every rule leaves a level below where it is entered, and is critical above a warning', () => {
  for (const resource of RESOURCES) {
    const { warning, critical, samples } = WARNING_RULES[resource]
    expect(warning.leave, resource).toBeLessThan(warning.enter)
    expect(critical.leave, resource).toBeLessThan(critical.enter)
    expect(critical.enter, resource).toBeGreaterThan(warning.enter)
    expect(samples, resource).toBeGreaterThanOrEqual(1)
  }
})
