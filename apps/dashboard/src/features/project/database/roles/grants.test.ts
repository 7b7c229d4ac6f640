import type { SchemaGrants } from '@stoa/contract'
import { expect, test } from 'vitest'
import { columnKey, columnWords, matrixChanges } from './grants.ts'

const anon = (...privileges: string[]) => [{ role: 'anon', privileges, grantable: [] }]
const schema: SchemaGrants = {
  name: 'shop',
  owner: 'postgres',
  grants: anon('USAGE'),
  tables: [
    {
      schema: 'shop',
      name: 'orders',
      kind: 'table',
      owner: 'postgres',
      grants: anon('SELECT'),
      columns: [{ name: 'note', grants: anon('UPDATE') }],
      column_names: ['id', 'note'],
    },
    {
      schema: 'shop',
      name: 'orders_id_seq',
      kind: 'sequence',
      owner: 'postgres',
      grants: [],
      columns: [],
      column_names: [],
    },
  ],
}

test('only what differs from what is becomes a change', () => {
  const wanted = new Map([
    [' USAGE', true],
    [' CREATE', true],
    ['orders SELECT', false],
    ['orders INSERT', false],
    ['orders_id_seq USAGE', true],
    ['orders_id_seq INSERT', true],
  ])
  expect(matrixChanges(schema, 'anon', wanted)).toEqual([
    { target: { kind: 'schema', schema: 'shop' }, role: 'anon', privilege: 'CREATE', give: true },
    { target: { kind: 'table', schema: 'shop', name: 'orders' }, role: 'anon', privilege: 'SELECT', give: false },
    {
      target: { kind: 'sequence', schema: 'shop', name: 'orders_id_seq' },
      role: 'anon',
      privilege: 'USAGE',
      give: true,
    },
  ])
})

test('privileges of single columns are told beside those of the table', () => {
  const [orders, sequence] = schema.tables
  expect(columnWords(orders ?? { columns: [] }, 'anon')).toBe('columns: update on note')
  expect(columnWords(sequence ?? { columns: [] }, 'anon')).toBeNull()
})

test('privileges of single columns are given and taken where they differ from what is', () => {
  const wanted = new Map([
    [columnKey('orders', 'note', 'UPDATE'), false],
    [columnKey('orders', 'id', 'SELECT'), true],
    [columnKey('orders', 'note', 'INSERT'), false],
  ])
  const target = { kind: 'column', schema: 'shop', name: 'orders' }
  expect(matrixChanges(schema, 'anon', wanted)).toEqual([
    { target: { ...target, column: 'id' }, role: 'anon', privilege: 'SELECT', give: true },
    { target: { ...target, column: 'note' }, role: 'anon', privilege: 'UPDATE', give: false },
  ])
})
