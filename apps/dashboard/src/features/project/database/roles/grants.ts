import type { GrantedTable, SchemaGrants } from '@stoa/contract'
import type { GrantChange } from '@stoa/sql/ddl'

/** The columns of the matrix. */
export const PRIVILEGES = [
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'TRUNCATE',
  'REFERENCES',
  'TRIGGER',
  'USAGE',
] as const
type Privilege = (typeof PRIVILEGES)[number]

const ON_TABLES: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']
const ON_SEQUENCES: readonly Privilege[] = ['SELECT', 'UPDATE', 'USAGE']

/** The privileges that there are on something. */
export const privilegesOf = (kind: GrantedTable['kind']): readonly Privilege[] =>
  kind === 'sequence' ? ON_SEQUENCES : ON_TABLES

/** The privileges that there are on a single column. */
export const ON_COLUMNS: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']

/** What a privilege that was pressed is kept by. No name holds the sign between a table's and a column's. */
export const columnKey = (table: string, column: string, privilege: string): string =>
  `${table}\0${column} ${privilege}`

/** Whether a role was given a privilege on the column itself. */
export const grantedOnColumn = (
  { columns }: Pick<GrantedTable, 'columns'>,
  column: string,
  role: string,
  privilege: string,
): boolean => granted(columns.find(({ name }) => name === column)?.grants ?? [], role, privilege)

type Grants = readonly { readonly role: string; readonly privileges: readonly string[] }[]

/** Whether a role itself was given a privilege. What it has by being a member of another role is not counted. */
export const granted = (grants: Grants, role: string, privilege: string): boolean =>
  grants.some((one) => one.role === role && one.privileges.includes(privilege))

/** Which columns a role may do something with besides the table's own privileges, in words; null when there are none. */
export function columnWords({ columns }: Pick<GrantedTable, 'columns'>, role: string): string | null {
  const said = columns.flatMap(({ name, grants }) => {
    const own = grants.find((one) => one.role === role)
    return own === undefined ? [] : [`${own.privileges.map((one) => one.toLowerCase()).join(', ')} on ${name}`]
  })
  return said.length === 0 ? null : `columns: ${said.join('; ')}`
}

/**
 * What is to be given and taken, where it differs from what is.
 * @param wanted by `<table> <privilege>`, or ` <privilege>` for the schema itself, as no table is named by an empty text;
 * of columns by `columnKey`
 */
export function matrixChanges(
  { name: schema, grants, tables }: SchemaGrants,
  role: string,
  wanted: ReadonlyMap<string, boolean>,
): GrantChange[] {
  const changes: GrantChange[] = []
  for (const privilege of ['USAGE', 'CREATE']) {
    const give = wanted.get(` ${privilege}`)
    if (give !== undefined && give !== granted(grants, role, privilege))
      changes.push({ target: { kind: 'schema', schema }, role, privilege, give })
  }
  for (const table of tables) {
    const target = { kind: table.kind === 'sequence' ? 'sequence' : 'table', schema, name: table.name } as const
    for (const privilege of privilegesOf(table.kind)) {
      const give = wanted.get(`${table.name} ${privilege}`)
      if (give !== undefined && give !== granted(table.grants, role, privilege))
        changes.push({ target, role, privilege, give })
    }
    for (const column of table.column_names)
      for (const privilege of ON_COLUMNS) {
        const give = wanted.get(columnKey(table.name, column, privilege))
        if (give !== undefined && give !== grantedOnColumn(table, column, role, privilege))
          changes.push({ target: { kind: 'column', schema, name: table.name, column }, role, privilege, give })
      }
  }
  return changes
}
