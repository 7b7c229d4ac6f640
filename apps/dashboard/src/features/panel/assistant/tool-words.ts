import type { AssistantTool } from '@stoa/contract'

type Words = { readonly doing: string; readonly done: string }

const WORDS: Readonly<Record<AssistantTool, Words>> = {
  list_schemas: { doing: 'Looking at the schemas', done: 'Looked at the schemas' },
  list_tables: { doing: 'Looking at the tables', done: 'Looked at the tables' },
  describe_table: { doing: 'Looking at a table', done: 'Looked at a table' },
  list_policies: { doing: 'Looking at the policies', done: 'Looked at the policies' },
  list_functions: { doing: 'Looking at the functions', done: 'Looked at the functions' },
  list_extensions: { doing: 'Looking at the extensions', done: 'Looked at the extensions' },
  run_query: { doing: 'Running a query, read only', done: 'Ran a query, read only' },
  explain_query: { doing: 'Asking how a query would run', done: 'Asked how a query would run' },
  search_docs: { doing: 'Searching the documentation', done: 'Searched the documentation' },
}

const isTool = (name: string): name is AssistantTool => Object.hasOwn(WORDS, name)
const NAMES = ['table', 'name', 'schema', 'query']

/**
 * What a tool of the assistant's does, or did, in words.
 * @param type of its part of a message: `tool-` and its name
 * @param input what it was called with, as far as that is known
 */
export function toolWords(type: string, input: unknown, isDone: boolean): string {
  const name = type.replace(/^tool-/, '')
  const words = isTool(name) ? WORDS[name][isDone ? 'done' : 'doing'] : `${isDone ? 'Called' : 'Calling'} ${name}`
  const given = typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>) : {}
  const about =
    name === 'run_query' || name === 'explain_query' ? undefined : NAMES.map((key) => given[key]).find(isText)
  return about === undefined ? words : `${words}: ${about.slice(0, 80)}`
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
