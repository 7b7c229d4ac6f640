import { expect, test } from 'vitest'
import { keyCaps } from './kbd.tsx'

test('a shortcut is written in the signs of the keyboard at hand', () => {
  expect(keyCaps('mod+enter', true)).toEqual(['⌘', '↵'])
  expect(keyCaps('mod+k', false)).toEqual(['Ctrl', 'K'])
  expect(keyCaps('F2', false)).toEqual(['F2'])
})
