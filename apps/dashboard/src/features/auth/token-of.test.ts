import { expect, test } from 'vitest'
import { passwordHint } from '../../parts/auth/password-hint.ts'
import { tokenOf } from './token-of.ts'

test('the token of an invitation is read from behind the #', () => {
  expect(tokenOf('#token=abc_DEF-123')).toBe('abc_DEF-123')
  expect(tokenOf('#')).toBeNull()
  expect(tokenOf('#token=')).toBeNull()
  expect(tokenOf('#other=1')).toBeNull()
})

test('a password is counted as people count', () => {
  expect(passwordHint('', 12)).toBe('Long beats complicated; 12 is the least.')
  expect(passwordHint('🔑', 12)).toBe('1 character. Long beats complicated; 12 is the least.')
  expect(passwordHint('correct horse b', 12)).toBe('15 characters. Long beats complicated; 12 is the least.')
})
