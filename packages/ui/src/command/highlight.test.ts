import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const shown = (label: string, query: string) =>
  highlight(label, query)
    .map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join('')

test('what was typed is marked wherever it occurs, in any case', () => {
  expect(shown('Port calls, port_load', ' PORT ')).toBe('[Port] calls, [port]_load')
  expect(shown('port', 'port')).toBe('[port]')
})

test('nothing is marked without a query or without a match', () => {
  expect(shown('port_calls', '')).toBe('port_calls')
  expect(shown('port_calls', 'xyz')).toBe('port_calls')
})

test('a label whose lower case is longer than itself stays whole', () => {
  expect(shown('İstanbul port', 'port')).toBe('İstanbul port')
})
