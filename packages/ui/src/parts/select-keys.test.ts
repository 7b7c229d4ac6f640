import { describe, expect, test } from 'vitest'
import { findTyped, nextActive } from './select-keys.ts'

describe('moving along a list', () => {
  test('stops at both ends', () => {
    expect(nextActive('ArrowUp', 0, 3)).toBe(0)
    expect(nextActive('ArrowDown', 2, 3)).toBe(2)
    expect(nextActive('PageDown', 0, 3)).toBe(2)
    expect(nextActive('End', 0, 3)).toBe(2)
  })
  test('other keys, and an empty list, move nothing', () => {
    expect(nextActive('a', 0, 3)).toBeNull()
    expect(nextActive('ArrowDown', -1, 0)).toBeNull()
  })
})

describe('typing ahead', () => {
  const options = ['Micro', 'Medium', 'Nano', 'Large', 'Mega'].map((text) => ({ text, disabled: false }))
  test('a letter goes to the next option that begins with it, round the end', () => {
    expect(findTyped('m', options, 0)).toBe(1)
    expect(findTyped('m', options, 4)).toBe(0)
  })
  test('the same letter again walks on', () => {
    expect(findTyped('mm', options, 1)).toBe(4)
  })
  test('a word stays on the option that still matches', () => {
    expect(findTyped('me', options, 1)).toBe(1)
    expect(findTyped('meg', options, 1)).toBe(4)
  })
  test('letters that begin nothing find nothing', () => {
    expect(findTyped('x', options, 0)).toBeNull()
  })
})
