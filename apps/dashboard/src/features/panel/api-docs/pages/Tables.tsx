import { Badge, Dash, DataList } from '@stoa/ui'
import type { Property, Table } from '../definition.ts'
import { useDocs } from '../docs-context.ts'
import { Examples, Part } from '../Examples.tsx'
import { ItemList } from '../ItemList.tsx'
import { changeSnippets, filterSnippets, insertSnippets, readSnippets, subscribeSnippets } from '../snippets/tables.ts'

/** What can be done with tables and views, and which there are. */
export function Tables() {
  const { tables } = useDocs()
  return (
    <>
      <p className="max-w-prose text-fg-2">
        Tables and views of the exposed schemas have endpoints of their own. What a request may see and change is
        decided by the role of its key, the grants of that role and row level security.
      </p>
      <ItemList section="tables" noun="table" items={tables} empty="No tables or views have endpoints" />
    </>
  )
}

const COLUMNS = [
  {
    key: 'name',
    header: 'Name',
    narrow: 'title' as const,
    cell: ({ name, primaryKey, required }: Property) => (
      <span className="flex items-center gap-2">
        <code className="ui-mono">{name}</code>
        {primaryKey ? <Badge>primary key</Badge> : required ? <Badge>required</Badge> : null}
      </span>
    ),
  },
  {
    key: 'format',
    header: 'Format',
    narrow: 'sub' as const,
    cell: ({ format }: Property) => <code className="ui-mono text-fg-3">{format}</code>,
  },
  { key: 'type', header: 'Type', cell: ({ type }: Property) => <span className="text-fg-2">{type}</span> },
  {
    key: 'description',
    header: 'Description',
    cell: ({ description, values }: Property) =>
      description || values.length > 0 ? (
        <span className="text-fg-2">{description || values.join(', ')}</span>
      ) : (
        <Dash />
      ),
  },
]

/** One table or view: its columns, and how to read and write it. */
export function TableDocs({ table }: { table: Table }) {
  const { target } = useDocs()
  const { update, remove } = changeSnippets(target, table)
  return (
    <>
      {table.description === '' ? null : <p className="max-w-prose text-fg-2">{table.description}</p>}
      <Part title="Columns">
        <DataList
          label={`Columns of ${table.name}`}
          columns={COLUMNS}
          rows={[...table.columns]}
          rowKey={({ name }) => name}
        />
      </Part>
      <Part title="Read rows">
        <Examples snippets={readSnippets(target, table)} />
      </Part>
      <Part title="Filter rows">
        <Examples snippets={filterSnippets(target, table)} />
      </Part>
      <Part title="Insert rows">
        <Examples snippets={insertSnippets(target, table)} />
      </Part>
      {update.length > 0 ? (
        <Part title="Update rows">
          <Examples snippets={update} />
        </Part>
      ) : null}
      <Part title="Delete rows">
        <Examples snippets={remove} />
      </Part>
      <Part title="Subscribe to changes">
        <Examples snippets={subscribeSnippets(table)} />
      </Part>
    </>
  )
}
