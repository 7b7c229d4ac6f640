/** A column as it is or is to be. */
export type ColumnShape = {
  /** Tells it from the others while its name changes: the name that it has now, or anything else for a new one. */
  readonly key: string
  readonly name: string
  /** As SQL, with modifiers: `numeric(10,2)`, `text[]`. */
  readonly data_type: string
  /** The expression, as SQL. */
  readonly default_value: string | null
  readonly identity: 'ALWAYS' | 'BY DEFAULT' | null
  /** The expression of a column that Postgres computes and stores. */
  readonly generated: string | null
  readonly is_nullable: boolean
  readonly comment: string | null
}

export const CONSTRAINT_KINDS = ['primary', 'unique', 'check', 'foreign', 'exclusion'] as const
export const FOREIGN_KEY_ACTIONS = ['NO ACTION', 'RESTRICT', 'CASCADE', 'SET NULL', 'SET DEFAULT'] as const
export type ForeignKeyAction = (typeof FOREIGN_KEY_ACTIONS)[number]

/** A constraint as it is or is to be. */
export type ConstraintShape = {
  /** The name that it has; null for a new one, which Postgres names. */
  readonly name: string | null
  readonly kind: (typeof CONSTRAINT_KINDS)[number]
  /** Keys of its columns, in their order. */
  readonly columns: readonly string[]
  /** Of a check. */
  readonly expression: string | null
  /** Of a foreign key. */
  readonly references: { readonly schema: string; readonly table: string; readonly columns: readonly string[] } | null
  readonly on_delete: ForeignKeyAction
  readonly on_update: ForeignKeyAction
  /** Of SET NULL and SET DEFAULT: keys of the columns that it is about, where it is not all of them. */
  readonly delete_columns?: readonly string[]
  /** Of a foreign key: whether either all of its columns are NULL or none. */
  readonly match_full?: boolean
  /** Of a unique key: whether two NULLs are the same. */
  readonly nulls_not_distinct?: boolean
  /** Of keys: whether a transaction may put the look off to its end (`immediate`), or does so by itself (`deferred`). */
  readonly deferrable?: 'immediate' | 'deferred' | null
}

/** A table as it is or is to be. */
export type TableShape = {
  readonly schema: string
  readonly name: string
  readonly comment: string | null
  readonly rls_enabled: boolean
  readonly columns: readonly ColumnShape[]
  readonly constraints: readonly ConstraintShape[]
}
