import type { DatabaseConnection } from '@stoa/contract'
import { expect, test } from 'vitest'
import { type Waiting, waitingTrees } from './waiting.ts'

const connection = (pid: number, ...blocked_by: number[]): DatabaseConnection => ({
  ...{ pid, blocked_by, started_at: '', role: 'postgres', application: '', address: null, kind: 'client backend' },
  ...{ belongs_to: 'project', state: 'active', waits_for: null, query_ms: 0, transaction_ms: 0, query: '', locks: [] },
})
const drawn = ({ connection: { pid }, waiters }: Waiting): unknown =>
  waiters.length === 0 ? pid : [pid, ...waiters.map(drawn)]
const trees = (...connections: DatabaseConnection[]) => waitingTrees(connections).map(drawn)

test('who holds others up stands above them, and who does not is left out', () => {
  expect(trees(connection(1), connection(2, 1), connection(3, 2), connection(4))).toEqual([[1, [2, 3]]])
  expect(trees(connection(1), connection(2))).toEqual([])
})

test('who waits for two stands below both', () => {
  expect(trees(connection(1), connection(2), connection(3, 1, 2))).toEqual([
    [1, 3],
    [2, 3],
  ])
})

test('a circle is shown from one of its members, and a blocker that is gone hides nobody', () => {
  expect(trees(connection(1, 2), connection(2, 1))).toEqual([[1, 2]])
  expect(trees(connection(1, 99))).toEqual([1])
})
