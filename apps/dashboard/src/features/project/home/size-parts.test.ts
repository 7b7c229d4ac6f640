import { expect, it } from 'vitest'
import { sizeParts } from './size-parts.ts'

const sizes = { tables: 50, indexes: 20, large_values: 10, wal: 1_000 }

it('fills the bar up to the size of the database with what Postgres keeps for itself', () => {
  const parts = sizeParts({ database_bytes: 100, sizes })
  expect(parts.reduce((sum, part) => sum + part.value, 0)).toBe(100)
  expect(parts.at(-1)).toMatchObject({ name: 'System catalog', value: 20 })
})

it('never shows less than nothing, when a table grew between two measurements', () => {
  expect(sizeParts({ database_bytes: 70, sizes }).at(-1)?.value).toBe(0)
})
