import type { DatabaseSchema } from '@stoa/contract'
import { dropSchema } from '@stoa/sql/ddl'
import {
  ActionsMenu,
  actionsColumn,
  Badge,
  type Column,
  formatBytes,
  formatNumber,
  MenuItem,
  MenuSeparator,
} from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { Pencil, Table2, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { NameButton } from '../objects/NameButton.tsx'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'
import { useSchemas } from '../objects/use-schemas.ts'
import { contentWords } from './words.ts'

const SchemaSheet = lazyDialog(async () => (await import('./SchemaSheet.tsx')).SchemaSheet)

const WORDS = {
  title: 'Schemas',
  description:
    'Rooms for tables, views, functions and types. The same name may stand for something else in each of them.',
  one: 'a schema',
  many: 'schemas',
  empty: 'A schema keeps what belongs together apart from the rest.',
}
const KEPT = {
  platform: 'The platform’s own services keep this schema',
  postgres: 'Postgres keeps this schema',
} as const

/** Why a schema cannot be changed; undefined when it can. */
const keptReason = ({ origin }: DatabaseSchema): string | undefined => (origin === 'people' ? undefined : KEPT[origin])

/** Schemas of the database. */
export function SchemasScreen() {
  const { ref, name } = useProject()
  usePageTitle('Schemas', name)
  const { list } = useSchemas(ref)
  const changes = useObjectChange(ref)
  const [open, setOpen] = useState<DatabaseSchema | 'new' | null>(null)

  const drop = (schema: DatabaseSchema) => {
    const content = contentWords(schema)
    changes.review({
      title: `Drop the schema ${schema.name}`,
      statements: [dropSchema(schema.name)],
      label: 'Drop',
      done: `Dropped ${schema.name}`,
      losses: content === null ? [] : [`It holds ${content}.`],
      typed: schema.name,
      drops: { objects: [{ kind: 'schema', id: schema.id }], cascade: [dropSchema(schema.name, true)] },
    })
  }
  const number = (count: number) => (
    <span className={`num ${count === 0 ? 'text-fg-3' : ''}`}>{formatNumber(count)}</span>
  )

  const columns: Column<DatabaseSchema>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '26%',
      clip: true,
      narrow: 'title',
      cell: (schema) => (
        <NameButton name={schema.name} label={`Edit the schema ${schema.name}`} onOpen={() => setOpen(schema)}>
          {schema.origin === 'people' ? null : <Badge>{schema.origin === 'platform' ? 'platform' : 'Postgres'}</Badge>}
        </NameButton>
      ),
    },
    { key: 'owner', header: 'Owner', clip: true, narrow: 'sub', cell: ({ owner }) => owner },
    { key: 'tables', header: 'Tables', align: 'end', width: 84, cell: ({ tables }) => number(tables) },
    { key: 'views', header: 'Views', align: 'end', width: 76, cell: ({ views }) => number(views) },
    { key: 'functions', header: 'Functions', align: 'end', width: 92, cell: ({ functions }) => number(functions) },
    {
      key: 'size',
      header: 'Size',
      align: 'end',
      width: 92,
      narrow: 'end',
      cell: ({ bytes }) => <span className="num text-fg-2">{formatBytes(bytes)}</span>,
    },
    actionsColumn((schema) => (
      <ActionsMenu of={schema.name}>
        <MenuItem icon={Pencil} onSelect={() => setOpen(schema)}>
          Edit
        </MenuItem>
        <MenuItem
          icon={Table2}
          link={<Link to="/project/$ref/editor" params={{ ref }} search={{ schema: schema.name }} />}
        >
          Open its tables
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          destructive
          disabledReason={changes.disabledReason ?? keptReason(schema)}
          onSelect={() => drop(schema)}
        >
          Drop
        </MenuItem>
      </ActionsMenu>
    )),
  ]

  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={list.data?.schemas.toSorted((a, b) => Number(b.origin === 'people') - Number(a.origin === 'people'))}
      rowKey={({ id }) => String(id)}
      textOf={(schema) => `${schema.name} ${schema.owner} ${schema.comment ?? ''}`}
      columns={columns}
      create={{ label: 'New schema', disabledReason: changes.disabledReason, onClick: () => setOpen('new') }}
    >
      <Suspense fallback={null}>
        {open === null ? null : (
          <SchemaSheet
            key={open === 'new' ? 'new' : open.id}
            projectRef={ref}
            schema={open === 'new' ? null : open}
            kept={open === 'new' ? undefined : keptReason(open)}
            owners={list.data?.owners ?? []}
            changes={changes}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
