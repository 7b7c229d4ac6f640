import { splitStatements } from '@stoa/sql'
import { formatSql } from '@stoa/sql/format'
import { expect, test } from 'vitest'
import { findTemplates, TEMPLATES } from './templates.ts'

const all = TEMPLATES.flatMap(({ templates }) => templates)

test('every template has a name of its own, says what it does and holds SQL that the formatter reads', () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length)
  for (const { id, about, sql } of all) {
    expect(about, id).toMatch(/\.$/)
    expect(splitStatements(sql).length, id).toBeGreaterThan(0)
    expect(formatSql(sql), id).not.toBeNull()
  }
})

test('templates are found by words of their group, title and sentence', () => {
  expect(findTemplates('').length).toBe(TEMPLATES.length)
  expect(findTemplates('FOREIGN index').flatMap(({ templates }) => templates.map(({ id }) => id))).toContain(
    'unindexed-foreign-keys',
  )
  expect(findTemplates('nothing of the kind')).toEqual([])
})
