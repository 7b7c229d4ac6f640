import type { MetaType } from '@stoa/contract'
import { dropType } from '@stoa/sql/ddl'
import { actionsColumn, Badge, type Column, IconButton, Menu, MenuItem, MenuSeparator } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { NameButton } from '../objects/NameButton.tsx'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'

const EnumSheet = lazyDialog(async () => (await import('./EnumSheet.tsx')).EnumSheet)

const WORDS = {
  title: 'Types',
  description: 'Enumerated types, whose values are a list of words, and types that are made of several fields.',
  one: 'a type',
  many: 'types',
  empty: 'An enumerated type lets a column hold one of a few words, such as the states of an order.',
}

/** The types that people made for their columns. */
export function TypesScreen() {
  const { ref, name } = useProject()
  usePageTitle('Types', name)
  const list = useQuery({
    ...orpc.project.database.meta.types.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'types'),
  })
  const changes = useObjectChange(ref)
  const [open, setOpen] = useState<MetaType | 'new' | null>(null)
  const rows = list.data?.filter(({ enums, attributes }) => enums.length + attributes.length > 0)
  const drop = (type: MetaType) =>
    changes.review({
      title: `Drop the type ${type.name}`,
      statements: [dropType(type.schema, type.name)],
      label: 'Drop type',
      done: `Dropped ${type.schema}.${type.name}`,
      typed: type.name,
      drops: { objects: [{ kind: 'type', id: type.id }], cascade: [dropType(type.schema, type.name, true)] },
    })

  const columns: Column<MetaType>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '28%',
      clip: true,
      narrow: 'title',
      cell: (type) =>
        type.enums.length > 0 ? (
          <NameButton name={type.name} label={`Edit the type ${type.name}`} onOpen={() => setOpen(type)} />
        ) : (
          <span className="clip font-medium">{type.name}</span>
        ),
    },
    { key: 'schema', header: 'Schema', clip: true, width: 140, narrow: 'sub', cell: ({ schema }) => schema },
    {
      key: 'values',
      header: 'Values',
      clip: true,
      narrow: 'sub-end',
      cell: ({ enums, attributes }) => (
        <span className="clip block text-fg-2">
          {enums.length > 0 ? enums.join(', ') : attributes.map((attribute) => attribute.name).join(', ')}
        </span>
      ),
    },
    {
      key: 'kind',
      header: 'Kind',
      width: 120,
      cell: ({ enums }) => <Badge>{enums.length > 0 ? 'enumerated' : 'composite'}</Badge>,
    },
    actionsColumn((type) => (
      <Menu trigger={<IconButton icon={Ellipsis} size="xs" label={`Actions for ${type.name}`} />}>
        <MenuItem
          icon={Pencil}
          disabledReason={type.enums.length === 0 && 'The fields of a composite type are changed with ALTER TYPE'}
          onSelect={() => setOpen(type)}
        >
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive disabledReason={changes.disabledReason} onSelect={() => drop(type)}>
          Drop
        </MenuItem>
      </Menu>
    )),
  ]
  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={rows}
      rowKey={({ id }) => String(id)}
      schemaOf={({ schema }) => schema}
      textOf={(type) => `${type.schema}.${type.name} ${type.enums.join(' ')}`}
      columns={columns}
      create={{ label: 'New type', disabledReason: changes.disabledReason, onClick: () => setOpen('new') }}
    >
      <Suspense fallback={null}>
        {open === null ? null : (
          <EnumSheet
            key={open === 'new' ? 'new' : open.id}
            projectRef={ref}
            type={open === 'new' ? null : open}
            changes={changes}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
