// What the table editor's screens know without asking: limits, kinds and sentences. Without the schemas of the
// contract, so that a page does not bring those along.

/** Rows of one page. */
export const PAGE_ROWS = 100
/** The most rows that one page may have. */
export const PAGE_MAX = 1000
export const tableGone = (schema: string, table: string) => `There is no table or view named ${table} in ${schema}`
export const TABLE_CHANGED = 'The columns of this table have changed meanwhile'
export const columnGone = (column: string) => `There is no column named ${column} any more`
export const IS_NEEDS = '“is” compares with null, not null, true or false'
export const IN_NEEDS = '“in” needs at least one value'
export const ROW_GONE = 'This row is not there any more'
export const ROWS_ALIKE =
  'Several rows look like this one, so that nothing tells which is meant. Read the value with the SQL editor'
export const VALUE_TOO_LARGE = 'This value is larger than 64 MB. Read it in parts with the SQL editor'
export const TOO_SLOW = 'Postgres did not answer within 60 seconds. Filter or sort by a column with an index'
export const notChangeable = (role: string) => `The role ${role} may not change this`
export const notReadable = (role: string) => `The role ${role} may not read this`
/** The largest value that is loaded into a page, in bytes. */
export const VALUE_MAX = 64 * 1024 * 1024

export const ENTITY_KINDS = ['table', 'partitioned_table', 'foreign_table', 'view', 'materialized_view'] as const
/** The longest label of a row, in characters. */
export const LABEL_MAX = 80
/** The most changes that are saved at once. */
export const CHANGES_MAX = 10_000
export const CHANGED_MEANWHILE = 'Somebody else has changed these rows meanwhile. Nothing was saved'
export const KEPT_AS_IT_WAS = 'A trigger or a rule of this table kept a row as it was. Nothing was saved'
export const notEditable = (why: string) => `These rows cannot be edited: ${why}`
