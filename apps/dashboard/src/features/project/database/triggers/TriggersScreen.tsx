import type { DatabaseTrigger } from '@stoa/contract'
import { dropTrigger, enableTrigger, type TriggerEnabled } from '@stoa/sql/ddl'
import { ActionsMenu, actionsColumn, type Column, MenuItem, MenuSeparator, Status } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { NameButton } from '../objects/NameButton.tsx'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'
import { eventWords } from './words.ts'

const TriggerSheet = lazyDialog(async () => (await import('./TriggerSheet.tsx')).TriggerSheet)

const WORDS = {
  title: 'Triggers',
  description: 'Functions that run by themselves when rows of a table or a view change.',
  one: 'a trigger',
  many: 'triggers',
  empty: 'A trigger keeps a time up to date, writes a history, or refuses what must not be.',
}
const ENABLED: Readonly<Record<TriggerEnabled, string>> = {
  origin: 'on',
  always: 'always on',
  replica: 'on replicas',
  disabled: 'off',
}

/** Triggers of tables and views. */
export function TriggersScreen() {
  const { ref, name } = useProject()
  usePageTitle('Triggers', name)
  const list = useQuery({
    ...orpc.project.database.triggers.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'triggers', 'tables', 'functions'),
  })
  const changes = useObjectChange(ref)
  const [open, setOpen] = useState<DatabaseTrigger | 'new' | null>(null)

  const turn = (trigger: DatabaseTrigger, enabled: TriggerEnabled) => {
    const word = enabled === 'disabled' ? 'Disable' : 'Enable'
    changes.review({
      title: `${word} the trigger ${trigger.name}`,
      statements: [enableTrigger(trigger, enabled)],
      label: word,
      done: `${word}d ${trigger.name}`,
      losses:
        enabled === 'disabled' ? ['What changes while it is off is not made up for when it is turned on again.'] : [],
    })
  }
  const drop = (trigger: DatabaseTrigger) =>
    changes.review({
      title: `Drop the trigger ${trigger.name}`,
      statements: [dropTrigger(trigger)],
      label: 'Drop',
      done: `Dropped ${trigger.name}`,
      losses: [`${trigger.table} changes without it from then on. Its function ${trigger.function_name} stays.`],
    })

  const columns: Column<DatabaseTrigger>[] = [
    {
      key: 'name',
      header: 'Name',
      width: '24%',
      clip: true,
      narrow: 'title',
      cell: (trigger) => (
        <NameButton name={trigger.name} label={`Edit the trigger ${trigger.name}`} onOpen={() => setOpen(trigger)} />
      ),
    },
    {
      key: 'table',
      header: 'On',
      clip: true,
      narrow: 'sub',
      cell: ({ schema, table }) => (
        <span title={`${schema}.${table}`}>
          <span className="text-fg-3">{schema}.</span>
          {table}
        </span>
      ),
    },
    { key: 'events', header: 'When', clip: true, cell: (trigger) => eventWords(trigger) },
    {
      key: 'function',
      header: 'Runs',
      clip: true,
      cell: (trigger) => (
        <code className="ui-mono text-12" title={`${trigger.function_schema}.${trigger.function_name}`}>
          {trigger.function_name}
        </code>
      ),
    },
    {
      key: 'enabled',
      header: 'State',
      width: 104,
      narrow: 'end',
      cell: ({ enabled }) => <Status tone={enabled === 'disabled' ? 'paused' : 'ok'}>{ENABLED[enabled]}</Status>,
    },
    actionsColumn((trigger) => (
      <ActionsMenu of={trigger.name}>
        <MenuItem icon={Pencil} onSelect={() => setOpen(trigger)}>
          Edit
        </MenuItem>
        {trigger.enabled === 'disabled' ? (
          <MenuItem icon={Play} disabledReason={changes.disabledReason} onSelect={() => turn(trigger, 'origin')}>
            Enable
          </MenuItem>
        ) : (
          <MenuItem icon={Pause} disabledReason={changes.disabledReason} onSelect={() => turn(trigger, 'disabled')}>
            Disable
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive disabledReason={changes.disabledReason} onSelect={() => drop(trigger)}>
          Drop
        </MenuItem>
      </ActionsMenu>
    )),
  ]

  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={list.data?.triggers}
      rowKey={({ id }) => String(id)}
      schemaOf={({ schema }) => schema}
      textOf={(trigger) => `${trigger.schema}.${trigger.table} ${trigger.name} ${trigger.function_name}`}
      columns={columns}
      create={{ label: 'New trigger', disabledReason: changes.disabledReason, onClick: () => setOpen('new') }}
    >
      <Suspense fallback={null}>
        {open === null || list.data === undefined ? null : (
          <TriggerSheet
            key={open === 'new' ? 'new' : open.id}
            projectRef={ref}
            trigger={open === 'new' ? null : open}
            targets={list.data.targets}
            functions={list.data.functions}
            changes={changes}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
