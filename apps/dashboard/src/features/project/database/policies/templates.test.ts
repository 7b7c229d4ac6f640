import { expect, test } from 'vitest'
import { outcomeWords, refusalWords, trialStatement } from './statements.ts'
import { ownerColumn, policyTemplates } from './templates.ts'

const column = (name: string, type: string, more = {}) => ({
  name,
  type,
  is_generated: false,
  is_required: false,
  ...more,
})

test('the column that says whose a row is is found by its name, then by its type', () => {
  const of = (...columns: ReturnType<typeof column>[]) => ownerColumn({ columns, primary_key: ['id'] })
  expect(of(column('id', 'uuid'), column('team', 'uuid'), column('owner_id', 'uuid'))).toBe('owner_id')
  expect(of(column('id', 'uuid'), column('Wh o', 'uuid'))).toBe('Wh o')
  expect(of(column('id', 'uuid'))).toBe('id')
  expect(of(column('id', 'bigint'))).toBe('user_id')
  const [template] = policyTemplates({ columns: [column('Wh o', 'uuid')], primary_key: [] }).filter(
    ({ id }) => id === 'own-insert',
  )
  expect(template?.shape.check).toMatch(/^"Wh o" = /)
})

test('what is tried begins with a statement that fits the table', () => {
  const table = {
    schema: 'public',
    name: 'No tes',
    columns: [
      column('id', 'bigint', { is_generated: true, is_required: true }),
      column('who', 'uuid'),
      column('body', 'text', { is_required: true }),
      column('note', 'text'),
    ],
  }
  expect(trialStatement(table, 'select', null)).toBe('select * from public."No tes" limit 50')
  expect(trialStatement(table, 'insert', "o'x")).toBe(
    `insert into public."No tes" (who, body)\nvalues ('o''x', 'a text')`,
  )
  expect(trialStatement(table, 'update', null)).toBe('update public."No tes" set who = who')
  expect(trialStatement(table, 'delete', null)).toBe('delete from public."No tes"')
})

test('a refusal says whether a privilege or a policy is missing', () => {
  const about = { role: 'anon', trial: 'insert', grants: ['SELECT'] } as const
  expect(refusalWords({ code: '42501', message: 'permission denied for table notes' }, about)).toBe(
    'anon has no privilege to insert here. It is refused before any policy is asked: grant it first.',
  )
  const policy = 'new row violates row-level security policy for table "notes"'
  expect(refusalWords({ code: '42501', message: policy }, about)).toBe('No policy lets anon write such a row.')
  expect(refusalWords({ code: '23502', message: 'null value' }, about)).toBeNull()
})

test('what came of it is said with how many rows there are', () => {
  expect(outcomeWords('anon', 'select', 3, 1200)).toBe('anon sees 3 of 1,200 rows.')
  expect(outcomeWords('anon', 'update', 1, 1)).toBe('anon may update 1 of 1 row. It was undone.')
  expect(outcomeWords('anon', 'delete', 0, 5)).toBe('Nothing happens: anon sees no row here that it may delete.')
})
