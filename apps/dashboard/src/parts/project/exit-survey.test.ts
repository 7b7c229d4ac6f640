import { PLAN_IDS } from '@stoa/contract'
import { describe, expect, it } from 'vitest'
import { asksForReasons, missingReason } from './exit-survey.ts'

describe('missingReason', () => {
  it('asks every plan but the free one for at least one reason', () => {
    expect(PLAN_IDS.filter((plan) => missingReason(plan, []) !== null)).toEqual(['pro', 'team', 'enterprise'])
    expect(missingReason('pro', [])).toBe('Please select at least one reason for deleting your project')
  })

  it('is content with one reason', () => {
    expect(missingReason('pro', ['Other'])).toBeNull()
  })

  it('never asks for what is not shown', () => {
    for (const plan of PLAN_IDS) if (!asksForReasons(plan)) expect(missingReason(plan, [])).toBeNull()
  })
})
