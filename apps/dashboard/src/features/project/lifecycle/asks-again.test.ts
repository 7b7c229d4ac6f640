import { PROJECT_STATUSES } from '@stoa/contract'
import { expect, it } from 'vitest'
import { asksAgain } from './asks-again.ts'

it('asks while the project is upgrading, whatever is known of its upgrade', () => {
  for (const upgrade of [undefined, 'Upgrading', 'Upgraded', 'Failed'] as const)
    expect(asksAgain({ status: 'UPGRADING' }, upgrade)).toBe(true)
})

it('asks while the upgrade is under way, and in no other case', () => {
  for (const status of PROJECT_STATUSES.filter((name) => name !== 'UPGRADING')) {
    expect(asksAgain({ status }, 'Upgrading'), status).toBe(true)
    for (const upgrade of [undefined, 'Upgraded', 'Failed'] as const)
      expect(asksAgain({ status }, upgrade), status).toBe(false)
  }
})
