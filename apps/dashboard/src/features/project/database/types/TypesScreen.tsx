import type { DatabaseType } from '@stoa/contract'
import { dropDomain, dropType } from '@stoa/sql/ddl'
import { ActionsMenu, actionsColumn, Badge, type Column, MenuItem, MenuSeparator } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
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
const CompositeSheet = lazyDialog(async () => (await import('./CompositeSheet.tsx')).CompositeSheet)
const DomainSheet = lazyDialog(async () => (await import('./DomainSheet.tsx')).DomainSheet)

const WORDS = {
  title: 'Types',
  description: 'Enumerated types, types of several fields, and domains, which are types with rules of their own.',
  one: 'a type',
  many: 'types',
  empty: 'An enumerated type lets a column hold one of a few words, such as the states of an order.',
}

type Editable = Exclude<DatabaseType, { kind: 'range' }>
/** What is edited, or the kind of a new one. */
type Open = Editable | { readonly kind: Editable['kind'] }

const KINDS: Record<DatabaseType['kind'], string> = {
  enum: 'enumerated',
  composite: 'composite',
  domain: 'domain',
  range: 'range',
}

/** What a value of a type can be, in a line. */
function holds(type: DatabaseType): string {
  if (type.kind === 'enum') return type.values.join(', ')
  if (type.kind === 'composite') return type.fields.map(({ name, data_type }) => `${name} ${data_type}`).join(', ')
  if (type.kind === 'range') return `from one ${type.base} to another`
  const rules = type.checks.map(({ expression }) => expression)
  return [`${type.base}${type.is_nullable ? '' : ' not null'}`, ...rules].join(', ')
}

/** The types that people made for their columns. */
export function TypesScreen() {
  const { ref, name } = useProject()
  usePageTitle('Types', name)
  const list = useQuery({
    ...orpc.project.database.types.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'types'),
  })
  const changes = useObjectChange(ref)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const drop = (type: DatabaseType) => {
    const dropped = type.kind === 'domain' ? dropDomain : dropType
    changes.review({
      title: `Drop the type ${type.name}`,
      statements: [dropped(type.schema, type.name)],
      label: 'Drop type',
      done: `Dropped ${type.schema}.${type.name}`,
      typed: type.name,
      drops: { objects: [{ kind: 'type', id: type.id }], cascade: [dropped(type.schema, type.name, true)] },
    })
  }

  const columns: Column<DatabaseType>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '28%',
      clip: true,
      narrow: 'title',
      cell: (type) =>
        type.kind === 'range' ? (
          <span className="clip font-medium">{type.name}</span>
        ) : (
          <NameButton name={type.name} label={`Edit the type ${type.name}`} onOpen={() => setOpen(type)} />
        ),
    },
    { key: 'schema', header: 'Schema', clip: true, width: 140, narrow: 'sub', cell: ({ schema }) => schema },
    {
      key: 'values',
      header: 'Holds',
      clip: true,
      narrow: 'sub-end',
      cell: (type) => (
        <span className="clip block text-fg-2" title={type.comment ?? undefined}>
          {holds(type)}
        </span>
      ),
    },
    {
      key: 'kind',
      header: 'Kind',
      width: 120,
      cell: ({ kind }) => <Badge>{KINDS[kind]}</Badge>,
    },
    actionsColumn((type) => (
      <ActionsMenu of={type.name}>
        <MenuItem
          icon={Pencil}
          disabledReason={
            type.kind === 'range' && 'Postgres changes nothing of a range type. Make another one in the SQL editor'
          }
          onSelect={() => type.kind !== 'range' && setOpen(type)}
        >
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive disabledReason={changes.disabledReason} onSelect={() => drop(type)}>
          Drop
        </MenuItem>
      </ActionsMenu>
    )),
  ]
  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={list.data}
      rowKey={({ id }) => String(id)}
      schemaOf={({ schema }) => schema}
      textOf={(type) => `${type.schema}.${type.name} ${holds(type)}`}
      columns={columns}
      create={{
        label: 'New type',
        disabledReason: changes.disabledReason,
        kinds: [
          { label: 'Enumerated', hint: 'One of a few words', onSelect: () => setOpen({ kind: 'enum' }) },
          { label: 'Composite', hint: 'Several fields in one value', onSelect: () => setOpen({ kind: 'composite' }) },
          { label: 'Domain', hint: 'Another type with rules', onSelect: () => setOpen({ kind: 'domain' }) },
        ],
      }}
    >
      <Suspense fallback={null}>
        {open === null ? null : open.kind === 'enum' ? (
          <EnumSheet projectRef={ref} type={'id' in open ? open : null} changes={changes} onClose={close} />
        ) : open.kind === 'composite' ? (
          <CompositeSheet projectRef={ref} type={'id' in open ? open : null} changes={changes} onClose={close} />
        ) : (
          <DomainSheet projectRef={ref} type={'id' in open ? open : null} changes={changes} onClose={close} />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
