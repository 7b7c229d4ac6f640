import { describe, expect, it } from 'vitest'
import { EVERYBODY, isEverybody, readNetworks, writeNetworks } from './networks.ts'

describe('networks as people type them', () => {
  it('stand one per line or between commas, each once', () => {
    expect(readNetworks(' 10.0.0.0/8,\n2001:db8::/32 10.0.0.0/8 ')).toEqual({
      dbAllowedCidrs: ['10.0.0.0/8'],
      dbAllowedCidrsV6: ['2001:db8::/32'],
    })
  })

  it('may be single addresses', () => {
    expect(readNetworks('203.0.113.7\n2001:db8::1')).toEqual({
      dbAllowedCidrs: ['203.0.113.7/32'],
      dbAllowedCidrsV6: ['2001:db8::1/128'],
    })
  })

  it('may be none', () => {
    expect(readNetworks('  ')).toEqual({ dbAllowedCidrs: [], dbAllowedCidrsV6: [] })
  })

  it('come back as they were written', () => {
    expect(readNetworks(writeNetworks(EVERYBODY))).toEqual(EVERYBODY)
  })
})

describe('isEverybody', () => {
  it('needs both kinds of addresses', () => {
    expect(isEverybody(EVERYBODY)).toBe(true)
    expect(isEverybody({ ...EVERYBODY, dbAllowedCidrsV6: [] })).toBe(false)
  })
})
