import type { TableConstraint, TableDetail } from '@stoa/contract'
import type { ColumnShape, ConstraintShape, TableShape } from '@stoa/sql/ddl'

/** A column while it is written. */
export type ColumnDraft = ColumnShape & {
  readonly isNew: boolean
  readonly isPrimary: boolean
  /** Whether a constraint of its own keeps its values apart. */
  readonly isUnique: boolean
  /** Comes from the table above, and is changed there. */
  readonly isInherited: boolean
}

/** A constraint that no column says: with its definition where it is there already. */
export type ConstraintDraft = ConstraintShape & {
  readonly key: string
  readonly definition: string | null
  /** Comes from the table above, and is changed there. */
  readonly isInherited: boolean
}

/** A table while it is written. */
export type TableDraft = {
  readonly schema: string
  readonly name: string
  readonly comment: string
  readonly rls_enabled: boolean
  readonly columns: readonly ColumnDraft[]
  readonly foreignKeys: readonly ConstraintDraft[]
  /** Checks, and what keeps values of several columns apart. */
  readonly others: readonly ConstraintDraft[]
}

let made = 0
/** A name for something new that nothing else has. */
export const newKey = (): string => `new ${++made}`

const NO_COLUMN = {
  ...{ name: '', data_type: 'text', default_value: null, identity: null, generated: null, is_nullable: true },
  ...{ comment: null, isNew: true, isPrimary: false, isUnique: false, isInherited: false },
} as const

export const newColumn = (more: Partial<ColumnDraft> = {}): ColumnDraft => ({ key: newKey(), ...NO_COLUMN, ...more })

/** What a table begins with: a number of its own for each row, and when it came. */
export const newTable = (schema: string): TableDraft => ({
  schema,
  name: '',
  comment: '',
  rls_enabled: true,
  columns: [
    newColumn({ name: 'id', data_type: 'bigint', identity: 'BY DEFAULT', is_nullable: false, isPrimary: true }),
    newColumn({ name: 'created_at', data_type: 'timestamptz', default_value: 'now()', is_nullable: false }),
  ],
  foreignKeys: [],
  others: [],
})

const isOwnUnique = ({ kind, columns }: TableConstraint) => kind === 'unique' && columns.length === 1
const asDraft = (constraint: TableConstraint): ConstraintDraft => ({
  ...constraint,
  key: constraint.name,
  isInherited: constraint.is_inherited,
})

/** A table as it is, to be changed. */
export function draftOf(table: TableDetail): TableDraft {
  const primary = table.constraints.find(({ kind }) => kind === 'primary')?.columns ?? []
  const unique = new Set(table.constraints.filter(isOwnUnique).flatMap(({ columns }) => columns))
  return {
    ...{ schema: table.schema, name: table.name, comment: table.comment ?? '', rls_enabled: table.rls_enabled },
    columns: table.columns.map((column) => ({
      ...column,
      key: column.name,
      isNew: false,
      isPrimary: primary.includes(column.name),
      isUnique: unique.has(column.name),
      isInherited: column.is_inherited,
    })),
    foreignKeys: table.constraints.filter(({ kind }) => kind === 'foreign').map(asDraft),
    others: table.constraints
      .filter(
        (item) => item.kind === 'check' || item.kind === 'exclusion' || (item.kind === 'unique' && !isOwnUnique(item)),
      )
      .map(asDraft),
  }
}

/** A table as the builders of statements take it. */
export const shapeOf = (table: TableDetail): TableShape => ({
  ...table,
  columns: table.columns.map((column) => ({ ...column, key: column.name })),
})

const BARE = { expression: null, references: null, on_delete: 'NO ACTION', on_update: 'NO ACTION' } as const

/**
 * What a draft means.
 * @param table the table as it is; null for a new one
 */
export function meantBy(draft: TableDraft, table: TableDetail | null): TableShape {
  const known = table?.constraints ?? []
  const kept = new Set(draft.columns.map(({ key }) => key))
  const oldPrimary = known.find(({ kind }) => kind === 'primary')
  const marked = draft.columns.filter(({ isPrimary }) => isPrimary).map(({ key }) => key)
  // The order within a key matters; what is new comes behind.
  const first = oldPrimary?.columns.filter((key) => marked.includes(key)) ?? []
  const primary = [...first, ...marked.filter((key) => !first.includes(key))]
  const uniques = draft.columns
    .filter(({ isUnique }) => isUnique)
    .map(({ key }): ConstraintShape => {
      const old = known.find((item) => isOwnUnique(item) && item.columns[0] === key)
      return old ?? { ...BARE, name: null, kind: 'unique', columns: [key] }
    })
  // With a column goes what is said about it.
  const stands = ({ columns }: ConstraintShape) => columns.every((key) => kept.has(key))
  return {
    ...{ schema: draft.schema, name: draft.name, comment: draft.comment === '' ? null : draft.comment },
    rls_enabled: draft.rls_enabled,
    columns: draft.columns,
    constraints: [
      ...(primary.length === 0
        ? []
        : [{ ...BARE, ...oldPrimary, name: oldPrimary?.name ?? null, kind: 'primary' as const, columns: primary }]),
      ...uniques,
      ...draft.others.filter(stands),
      ...draft.foreignKeys.filter(stands),
    ],
  }
}

/** What is wrong with a draft, by the place that it is said at; empty when it can be looked at. */
export function problemsOf(draft: TableDraft): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  if (draft.name.trim() === '') problems.name = 'A table needs a name'
  const names = new Map<string, number>()
  for (const { name } of draft.columns) names.set(name, (names.get(name) ?? 0) + 1)
  for (const { key, name, data_type, generated, default_value } of draft.columns) {
    if (name.trim() === '') problems[key] = 'A column needs a name'
    else if ((names.get(name) ?? 0) > 1) problems[key] = `Two columns are named ${name}`
    else if (data_type.trim() === '') problems[key] = `${name} needs a type`
    else if (generated !== null && generated.trim() === '')
      problems[key] = `${name} needs an expression to be computed from`
    else if (default_value !== null && default_value.trim() === '')
      problems[key] = `${name} needs an expression as its default`
  }
  for (const { key, references, columns } of draft.foreignKeys)
    if (
      references !== null &&
      (references.table === '' ||
        columns.some((column) => column === '') ||
        references.columns.some((column) => column === ''))
    )
      problems[key] = 'A foreign key needs a column here and one that it points to'
  for (const { key, kind, expression, columns } of draft.others)
    if (kind === 'check' && (expression ?? '').trim() === '') problems[key] = 'A check needs a condition'
    else if (kind === 'unique' && columns.length === 0) problems[key] = 'Choose the columns that are unique together'
  return problems
}
