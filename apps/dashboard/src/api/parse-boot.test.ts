import { expect, test } from 'vitest'
import { parseBoot } from './parse-boot.ts'

test('a page without boot data, or with something else in its place, gives null', () => {
  for (const text of [null, undefined, '', '  ', 'null', '[]', '{}', '{"shell":null', '"text"', '{"shell":{}}']) {
    expect(parseBoot(text), String(text)).toBeNull()
  }
})

test('what the server wrote is read, with nobody signed in and with somebody', () => {
  expect(parseBoot('{"shell":null,"needs_owner":true,"project":null}')).toEqual({
    shell: null,
    needs_owner: true,
    project: null,
    editor: null,
  })
  const shell = { profile: { id: 'u1' } }
  expect(parseBoot(JSON.stringify({ shell, needs_owner: false }))).toEqual({
    shell,
    needs_owner: false,
    project: null,
    editor: null,
  })
})
