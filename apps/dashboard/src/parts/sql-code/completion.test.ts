import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { catalogFacet, toCatalog } from './catalog.ts'
import { completeSql } from './completion.ts'
import { dialect } from './dialect.ts'

const CATALOG = toCatalog({
  path: ['public'],
  schemas: ['public'],
  relations: [['public', 'ships', 'r', null, [['At Night', 'boolean', false, false, null, null]]]],
  functions: [],
  types: [],
})

/** What is offered at the `|` of a text. */
function at(text: string, explicit = false) {
  const state = EditorState.create({
    doc: text.replace('|', ''),
    extensions: [dialect.language, catalogFacet.of(CATALOG)],
  })
  return completeSql(new CompletionContext(state, text.indexOf('|'), explicit))
}
const offered = (text: string, label: string) => at(text)?.options.find((option) => option.label === label)

test('suggestions begin with the word that is being written, and wait for its first letter', () => {
  expect(at('select 1 fr|')?.from).toBe(9)
  expect(at('select |')).toBeNull()
  expect(at('select |', true)?.options.length).toBeGreaterThan(0)
  expect(at('select s.| from ships s')?.options).toHaveLength(1)
  expect(at("select 'a|'", true)).toBeNull()
})

test('keywords go on in the capitals that they were begun with', () => {
  expect(offered('SEL|', 'select')?.apply).toBe('SELECT')
  expect(offered('sel|', 'select')?.apply).toBe('select')
  expect(offered('S|', 'ships')).toBeUndefined()
})

test('names that need quotes are written with them, also where one was typed', () => {
  expect(offered('select At| from ships', 'At Night')?.apply).toBe('"At Night"')
  const quoted = at('select "At| from ships')
  expect(quoted?.from).toBe(7)
})

test('behind a colon the parameters are offered that the text declares, and nothing else', () => {
  const declared = '-- @set since = 2024\n-- @set state = paid\n'
  const labels = (text: string) => at(text)?.options.map(({ label }) => label)
  expect(labels(`${declared}select * from ships where a > :si|`)).toEqual(['since', 'state'])
  expect(labels(`${declared}select :|`)).toEqual(['since', 'state'])
  expect(labels(`${declared}select 1::te|`)).not.toContain('state')
  expect(labels('select :si|')).toContain('ships')
})
