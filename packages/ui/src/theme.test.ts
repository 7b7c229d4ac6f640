import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { parseTheme } from './theme.ts'
import { THEME_STORAGE_KEY, themeScript } from './theme-script.ts'

/** Runs the script as a browser would, with one stored value, and gives back the pinned theme. */
function pinned(getItem: (key: string) => string | null) {
  const document = { documentElement: { dataset: {} as { theme?: string } } }
  runInNewContext(themeScript, { document, localStorage: { getItem } })
  return document.documentElement.dataset.theme
}

test('the script pins a stored theme before the first paint', () => {
  expect(pinned((key) => (key === THEME_STORAGE_KEY ? 'dark' : null))).toBe('dark')
})

test('the script follows the system when nothing usable is stored or storage is refused', () => {
  expect(pinned(() => null)).toBeUndefined()
  expect(pinned(() => 'sepia')).toBeUndefined()
  expect(
    pinned(() => {
      throw new Error('refused')
    }),
  ).toBeUndefined()
})

test('an unknown stored theme means the system', () => {
  expect([parseTheme('light'), parseTheme('system'), parseTheme('sepia'), parseTheme(null)]).toEqual([
    'light',
    'system',
    'system',
    'system',
  ])
})
