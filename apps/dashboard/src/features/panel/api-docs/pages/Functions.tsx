import { Badge, Dash, DataList } from '@stoa/ui'
import type { Property, StoredProcedure } from '../definition.ts'
import { useDocs } from '../docs-context.ts'
import { Examples, Part } from '../Examples.tsx'
import { ItemList } from '../ItemList.tsx'
import { callSnippet } from '../snippets/functions.ts'

/** What can be done with functions of the database, and which there are. */
export function Functions() {
  const { functions } = useDocs()
  return (
    <>
      <p className="max-w-prose text-fg-2">
        Functions of the exposed schemas can be called by name. They run inside the database, next to the data, in one
        transaction.
      </p>
      <ItemList section="functions" noun="stored procedure" items={functions} empty="No functions have endpoints" />
    </>
  )
}

const COLUMNS = [
  {
    key: 'name',
    header: 'Argument',
    narrow: 'title' as const,
    cell: ({ name }: Property) => <code className="ui-mono">{name}</code>,
  },
  {
    key: 'format',
    header: 'Format',
    narrow: 'sub' as const,
    cell: ({ format }: Property) => <code className="ui-mono text-fg-3">{format}</code>,
  },
  {
    key: 'type',
    header: 'Type',
    cell: ({ type }: Property) => (type === '' ? <Dash /> : <span className="text-fg-2">{type}</span>),
  },
  {
    key: 'required',
    header: 'Required',
    hideHeader: true,
    narrow: 'end' as const,
    cell: ({ required }: Property) =>
      required ? <Badge tone="accent">Required</Badge> : <Badge tone="outline">Optional</Badge>,
  },
]

/** One function: its arguments, and how to call it. */
export function FunctionDocs({ procedure }: { procedure: StoredProcedure }) {
  const { target } = useDocs()
  return (
    <>
      {procedure.description === '' ? null : (
        <p className="max-w-prose whitespace-pre-line text-fg-2">{procedure.description}</p>
      )}
      <Part title="Arguments">
        {procedure.arguments.length === 0 ? (
          <p className="text-fg-2">This function takes no arguments.</p>
        ) : (
          <DataList
            label={`Arguments of ${procedure.name}`}
            columns={COLUMNS}
            rows={[...procedure.arguments]}
            rowKey={({ name }) => name}
          />
        )}
      </Part>
      <Part title="Call">
        <Examples snippets={[callSnippet(target, procedure)]} />
      </Part>
    </>
  )
}
