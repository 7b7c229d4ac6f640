import type { TableConstraint, TableDetail } from '@stoa/contract'
import { alterTable } from '@stoa/sql/ddl'
import { describe, expect, test } from 'vitest'
import { draftOf, meantBy, newColumn, newTable, problemsOf, shapeOf } from './draft.ts'
import { findingsOf } from './findings.ts'

const rule = (
  kind: TableConstraint['kind'],
  columns: string[],
  more: Partial<TableConstraint> = {},
): TableConstraint => ({
  ...{ name: `t_${kind}_${columns.join('_')}`, kind, columns, expression: null, references: null, definition: '' },
  ...{ on_delete: 'NO ACTION', on_update: 'NO ACTION', is_inherited: false, delete_columns: [], match_full: false },
  ...{ nulls_not_distinct: false, deferrable: null },
  ...more,
})
const column = (id: number, name: string, data_type = 'integer') => ({
  ...{ id, name, data_type, default_value: null, identity: null, generated: null, is_nullable: true, comment: null },
  is_inherited: false,
})
const table: TableDetail = {
  ...{ id: 1, schema: 'public', name: 't', comment: null, rls_enabled: true, is_partitioned: false, estimated_rows: 3 },
  columns: [column(1, 'a'), column(2, 'b'), column(3, 'c', 'text')],
  constraints: [
    rule('primary', ['b', 'a']),
    rule('unique', ['c']),
    rule('unique', ['a', 'c']),
    rule('check', ['a'], { expression: 'a > 0' }),
    rule('foreign', ['a'], { references: { schema: 'public', table: 'ports', columns: ['id'] } }),
  ],
}
const before = shapeOf(table)
const statements = (draft: ReturnType<typeof draftOf>) => alterTable(before, meantBy(draft, table))

describe('a form of a table', () => {
  test('that nothing is written in changes nothing', () => {
    expect(statements(draftOf(table))).toEqual([])
  })

  test('keeps the order of a key, and adds to its end', () => {
    const draft = draftOf(table)
    const columns = draft.columns.map((item) => (item.name === 'c' ? { ...item, isPrimary: true } : item))
    expect(statements({ ...draft, columns })).toEqual([
      'alter table public.t drop constraint t_primary_b_a',
      'alter table public.t add constraint t_primary_b_a primary key (b, a, c)',
    ])
  })

  test('drops with a column what is said about it', () => {
    const draft = draftOf(table)
    expect(statements({ ...draft, columns: draft.columns.filter(({ name }) => name !== 'c') })).toEqual([
      'alter table public.t drop constraint t_unique_c',
      'alter table public.t drop constraint t_unique_a_c',
      'alter table public.t drop column c',
    ])
  })

  test('says where something is missing', () => {
    const draft = newTable('public')
    expect(problemsOf(draft)).toEqual({ name: 'A table needs a name' })
    const [nameless, twice, typeless, computed] = [
      newColumn(),
      newColumn({ name: 'id' }),
      newColumn({ name: 't', data_type: ' ' }),
      newColumn({ name: 'g', generated: ' ' }),
    ]
    const bare = { name: null, definition: null, isInherited: false, expression: null, references: null, columns: [] }
    const actions = { on_delete: 'NO ACTION', on_update: 'NO ACTION' } as const
    expect(
      problemsOf({
        ...draft,
        name: 'x',
        columns: [
          ...draft.columns,
          nameless,
          twice,
          typeless,
          computed,
          newColumn({ key: 'd', name: 'd', default_value: ' ' }),
        ],
        foreignKeys: [
          {
            ...bare,
            ...actions,
            key: 'f',
            kind: 'foreign',
            columns: [''],
            references: { schema: 'public', table: '', columns: [''] },
          },
        ],
        others: [
          { ...bare, ...actions, key: 'k', kind: 'check' },
          { ...bare, ...actions, key: 'u', kind: 'unique' },
        ],
      }),
    ).toEqual({
      [draft.columns[0]?.key ?? '']: 'Two columns are named id',
      [nameless.key]: 'A column needs a name',
      [twice.key]: 'Two columns are named id',
      [typeless.key]: 't needs a type',
      [computed.key]: 'g needs an expression to be computed from',
      d: 'd needs an expression as its default',
      f: 'A foreign key needs a column here and one that it points to',
      k: 'A check needs a condition',
      u: 'Choose the columns that are unique together',
    })
  })
})

test('a look through a table is told in words: what is lost, and what stands against the change', () => {
  const none = { failing: 0, failing_example: null, changed: 0, changed_example: null, refusal: null }
  const found = {
    rows: 1_234,
    conversions: [
      { ...none, column: 'a', failing: 2, failing_example: 'two' },
      { ...none, column: 'b', changed: 1, changed_example: { before: '2.5', after: '3' } },
      { ...none, column: 'c', refusal: 'type "x" does not exist' },
    ],
    values: [
      { column: 'd', count: 0 },
      { column: 'e', count: 1_200 },
    ],
    nulls: [
      { column: 'f', count: 1 },
      { column: 'g', count: 0 },
    ],
  }
  const conversions = ['a', 'b', 'c'].map((name) => ({ column: name, data_type: 'integer' }))
  expect(findingsOf(found, { conversions, required: [{ name: 'h' }] })).toEqual({
    losses: [
      'd is dropped. It holds no values.',
      'e is dropped with 1,200 values, which do not come back by themselves.',
      '1 value of b would not stay the same as integer, such as “2.5”, which becomes “3”.',
    ],
    obstacle: [
      '2 values of a cannot become integer, such as “two”.',
      'c cannot become integer: type "x" does not exist.',
      '1 row has no value in f, so it cannot be NOT NULL.',
      'h is NOT NULL, so the rows that are there already need a default for it.',
    ].join(' '),
  })
})
