import type { Property, Table } from '../definition.ts'
import { exampleOf, exampleRow, identifyingColumn, writtenColumns } from '../values.ts'
import { curl, quoted, type Snippet, type Target } from './snippet.ts'

/** Most rows of an example. */
const PAGE = 10

const js = (table: Table, variable: string, rest: string): string =>
  `const { data: ${variable}, error } = await supabase\n  .from(${quoted(table.name)})\n${rest}`

/** A name for what comes back: the table's own where it can be one. */
const variableOf = ({ name }: Table): string => (/^[A-Za-z_]\w*$/.test(name) && name !== 'error' ? name : 'rows')

const restPath = ({ name }: Table, query: Readonly<Record<string, string>> = {}): string => {
  const parameters = Object.entries(query).map(([key, value]) => `${encodeURIComponent(key)}=${plain(value)}`)
  return `/rest/v1/${encodeURIComponent(name)}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

/** A parameter's value as one would type it: only what means something else in an address is encoded. */
const plain = (value: string): string => encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')

/** A value as a filter writes it. */
const filterValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** A column as filters name it: in quotes where it has more than letters, digits, spaces and dashes. */
const filtered = ({ name }: Property): string => (/^[\w $-]+$/.test(name) ? name : `"${name.replaceAll('"', '\\"')}"`)

/** Names of columns as a list to select, those that are no plain names in quotes. */
const listed = (columns: readonly Property[]): string =>
  columns.map(({ name }) => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name}"`)).join(',')

/** Reading rows: all, some columns, with the rows they lead to, by pages. */
export function readSnippets(target: Target, table: Table): Snippet[] {
  const rows = variableOf(table)
  const some = listed(table.columns.slice(0, 2)) || '*'
  const [other] = table.references
  return [
    {
      title: 'Read all rows',
      Javascript: js(table, rows, `  .select('*')`),
      Bash: curl(target, { path: restPath(table, { select: '*' }) }),
    },
    {
      title: 'Read specific columns',
      Javascript: js(table, rows, `  .select(${quoted(some)})`),
      Bash: curl(target, { path: restPath(table, { select: some }) }),
    },
    ...(other === undefined
      ? []
      : [
          {
            title: 'Read the rows that foreign keys lead to',
            Javascript: js(table, rows, `  .select(${quoted(`${some},${other}(*)`)})`),
            Bash: curl(target, { path: restPath(table, { select: `${some},${other}(*)` }) }),
          },
        ]),
    {
      title: 'Read with pagination',
      Javascript: js(table, rows, `  .select('*')\n  .range(0, ${PAGE - 1})`),
      Bash: curl(target, { path: restPath(table, { select: '*' }), headers: { Range: `0-${PAGE - 1}` } }),
    },
  ]
}

/** Filters, written with real columns of the table. */
export function filterSnippets(target: Target, table: Table): Snippet[] {
  const rows = variableOf(table)
  const column = identifyingColumn(table.columns)
  if (column === undefined) return []
  const value = exampleOf(column)
  const words = table.columns.find(
    ({ type, format, values }) => type === 'string' && /char|text/.test(format) && values.length === 0,
  )
  const nullable = table.columns.find(({ required }) => !required)
  const filters: { readonly comment: string; readonly call: string }[] = [
    { comment: 'equal, not equal', call: `.eq(${quoted(filtered(column))}, ${quoted(value)})` },
    { comment: 'one of a list', call: `.in(${quoted(filtered(column))}, ${quoted([value])})` },
    ...(column.type === 'integer' || column.type === 'number'
      ? [
          {
            comment: 'greater than or equal; also gt, lt, lte',
            call: `.gte(${quoted(filtered(column))}, ${quoted(value)})`,
          },
        ]
      : []),
    ...(words ? [{ comment: 'a pattern, whatever the case', call: `.ilike(${quoted(filtered(words))}, '%a%')` }] : []),
    ...(nullable ? [{ comment: 'null or not', call: `.is(${quoted(filtered(nullable))}, null)` }] : []),
  ]
  return [
    {
      title: 'Filtering',
      text: 'Filters can be combined: a row has to satisfy all of them.',
      Javascript: js(
        table,
        rows,
        [`  .select('*')`, ...filters.flatMap(({ comment, call }) => [`  // ${comment}`, `  ${call}`])].join('\n'),
      ),
      Bash: curl(target, { path: restPath(table, { select: '*', [filtered(column)]: `eq.${filterValue(value)}` }) }),
    },
  ]
}

/** Inserting one row, several, and rows that may be there already. */
export function insertSnippets(target: Target, table: Table): Snippet[] {
  const rows = variableOf(table)
  const row = exampleRow(writtenColumns(table.columns))
  const known = table.columns.find(({ primaryKey }) => primaryKey)
  const path = restPath(table)
  const back = { Prefer: 'return=representation' }
  return [
    {
      title: 'Insert a row',
      Javascript: js(table, rows, `  .insert([${quoted(row)}])\n  .select()`),
      Bash: curl(target, { method: 'POST', path, headers: back, body: row }),
    },
    {
      title: 'Insert many rows',
      Javascript: js(table, rows, `  .insert([\n    ${quoted(row)},\n    ${quoted(row)},\n  ])\n  .select()`),
      Bash: curl(target, { method: 'POST', path, headers: back, body: [row, row] }),
    },
    ...(known === undefined
      ? []
      : [
          {
            title: 'Insert, or update what is there (upsert)',
            Javascript: js(
              table,
              rows,
              `  .upsert(${quoted({ [known.name]: exampleOf(known), ...row })})\n  .select()`,
            ),
            Bash: curl(target, {
              method: 'POST',
              path,
              headers: { Prefer: 'resolution=merge-duplicates,return=representation' },
              body: { [known.name]: exampleOf(known), ...row },
            }),
          },
        ]),
  ]
}

/** Changing and deleting the rows that a filter finds. */
export function changeSnippets(target: Target, table: Table): { update: Snippet[]; remove: Snippet[] } {
  const rows = variableOf(table)
  const column = identifyingColumn(table.columns)
  const [written] = writtenColumns(table.columns)
  if (column === undefined) return { update: [], remove: [] }
  const value = exampleOf(column)
  const where = `  .eq(${quoted(filtered(column))}, ${quoted(value)})`
  const path = restPath(table, { [filtered(column)]: `eq.${filterValue(value)}` })
  const remove: Snippet = {
    title: 'Delete rows',
    text: 'Without a filter every row would be deleted; the client library asks for one.',
    Javascript: `const { error } = await supabase\n  .from(${quoted(table.name)})\n  .delete()\n${where}`,
    Bash: curl(target, { method: 'DELETE', path }),
  }
  if (written === undefined) return { update: [], remove: [remove] }
  const row = exampleRow([written])
  return {
    update: [
      {
        title: 'Update rows',
        Javascript: js(table, rows, `  .update(${quoted(row)})\n${where}\n  .select()`),
        Bash: curl(target, { method: 'PATCH', path, headers: { Prefer: 'return=representation' }, body: row }),
      },
    ],
    remove: [remove],
  }
}

const EVENTS = [
  ['Subscribe to all events', '*', 'changes'],
  ['Subscribe to inserts', 'INSERT', 'inserts'],
  ['Subscribe to updates', 'UPDATE', 'updates'],
  ['Subscribe to deletes', 'DELETE', 'deletes'],
] as const

/** Listening to changes as they happen. */
export function subscribeSnippets(table: Table): Snippet[] {
  const column = identifyingColumn(table.columns)
  const listen = (title: string, event: string, what: string, filter?: string): Snippet => ({
    title,
    Javascript: `const channel = supabase
  .channel(${quoted(`${table.name} ${what}`)})
  .on(
    'postgres_changes',
    { event: ${quoted(event)}, schema: 'public', table: ${quoted(table.name)}${filter === undefined ? '' : `, filter: ${quoted(filter)}`} },
    (payload) => console.log('Change received', payload),
  )
  .subscribe()`,
    Bash: null,
  })
  return [
    ...EVENTS.map(([title, event, what]) => listen(title, event, what)),
    ...(column === undefined
      ? []
      : [
          listen(
            'Subscribe to specific rows',
            '*',
            'of one row',
            `${filtered(column)}=eq.${filterValue(exampleOf(column))}`,
          ),
        ]),
  ]
}
