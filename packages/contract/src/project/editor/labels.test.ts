import { expect, test } from 'vitest'
import { labelColumn } from './labels.ts'

const columns = (...names: string[]) => names.map((name) => ({ name, format: name.startsWith('n_') ? 'int4' : 'text' }))

test('a row is known by the column that is called so, or else by the first text that is not its key', () => {
  expect(labelColumn(columns('id', 'notes', 'Name', 'email'), 'id')).toBe('Name')
  expect(labelColumn(columns('code', 'n_a', 'place'), 'code')).toBe('place')
  expect(labelColumn(columns('id', 'n_a'), 'id')).toBeNull()
})
