import type { EditorColumn, EditorTable } from '@stoa/contract'
import { expect, test } from 'vitest'
import { peekTargets } from './open-panel.ts'

const column = (name: string, foreign: EditorColumn['foreign_key'] = null) =>
  ({ name, foreign_key: foreign }) as EditorColumn
const ships = { schema: 'public', table: 'ships', column: 'id', deletion_action: '', update_action: '' }
const table = {
  columns: [column('ship', ships), column('port'), column('number'), column('note')],
  foreign_keys: [
    { columns: ['port', 'number'], schema: 'public', table: 'berths', target_columns: ['harbor', 'place'] },
  ],
} as unknown as EditorTable

test('a key of several columns points from each of them, by all of their values', () => {
  const filter = [
    { column: 'harbor', operator: 'eq', value: 'Oslo' },
    { column: 'place', operator: 'eq', value: '2' },
  ]
  for (const at of [1, 2])
    expect(peekTargets(table, ['7', 'Oslo', '2', 'x'], at)).toEqual([{ schema: 'public', table: 'berths', filter }])
  expect(peekTargets(table, ['7', 'Oslo', null, 'x'], 1)).toEqual([])
  expect(peekTargets(table, ['7', null, null, 'x'], 0)).toMatchObject([{ table: 'ships', filter: [{ value: '7' }] }])
  expect(peekTargets(table, [null, null, null, 'x'], 0)).toEqual([])
  expect(peekTargets(table, ['7', null, null, 'x'], 3)).toEqual([])
})
