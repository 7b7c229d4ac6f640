import type { DatabaseConnection } from '@stoa/contract'
import { expect, test } from 'vitest'
import { connectionsSearch } from './search.ts'
import { filtered, protectedReason, stateOf, toneOf } from './words.ts'

const made: DatabaseConnection = {
  ...{ pid: 7, started_at: '', role: 'postgres', application: 'psql', address: null, kind: 'client backend' },
  ...{ belongs_to: 'project', state: 'active', waits_for: null, query_ms: 0, transaction_ms: 0, query: 'SELECT 1' },
  ...{ blocked_by: [], locks: [] },
}
const ALL = { q: '', state: null, all: false } as const

test('a connection that is held up waits, whatever Postgres calls its state', () => {
  expect(stateOf(made)).toBe('active')
  expect(stateOf({ ...made, blocked_by: [1] })).toBe('waiting')
  expect(stateOf({ ...made, state: 'idle in transaction (aborted)' })).toBe('idle_in_transaction')
  expect(stateOf({ ...made, state: null })).toBeNull()
})

test('a transaction that has long done nothing is a warning', () => {
  expect(toneOf({ ...made, state: 'idle in transaction', query_ms: 1_000 })).toBe('ok')
  expect(toneOf({ ...made, state: 'idle in transaction', query_ms: 120_000 })).toBe('warn')
})

test('filters look at every text, and the platform’s own is left out unless asked for', () => {
  const server: DatabaseConnection = { ...made, pid: 8, belongs_to: 'postgres', role: null, query: null, state: null }
  const both = [made, server]
  expect(filtered(both, ALL).map(({ pid }) => pid)).toEqual([7])
  expect(filtered(both, { ...ALL, all: true }).map(({ pid }) => pid)).toEqual([7, 8])
  expect(filtered(both, { ...ALL, q: ' select ' })).toEqual([made])
  expect(filtered(both, { ...ALL, q: 'PSQL', state: 'idle' })).toEqual([])
  expect(protectedReason(made)).toBeUndefined()
  expect(protectedReason(server)).toBe('This is a process of the database server itself')
})

test('of an address only what is known is taken', () => {
  expect(connectionsSearch({ q: 'x', state: 'waiting', all: 'on', live: 'off', pid: '12' })).toEqual({
    ...{ q: 'x', state: 'waiting', all: 'on', live: 'off', pid: '12' },
  })
  expect(connectionsSearch({ q: '', state: 'asleep', all: 'yes', live: 'no', pid: '-1' })).toEqual({})
})
