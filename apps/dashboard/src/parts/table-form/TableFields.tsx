import type { TableDetail } from '@stoa/contract'
import { Button, Field, Input, Section, Select, Switch } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { orpc } from '../../api/client.ts'
import { useProject } from '../project/project.ts'
import { postgresVersion } from '../project/words.ts'
import { showsLists } from '../sql-run/database-lists.ts'
import { ColumnRow } from './ColumnRow.tsx'
import { newColumn, type TableDraft } from './draft.ts'
import { ForeignKeys } from './ForeignKeys.tsx'
import { OtherRules } from './OtherRules.tsx'
import { COMMON_TYPES } from './types.ts'

/** The first version that takes ALTER COLUMN … SET EXPRESSION. */
const REWRITES = 17

/**
 * Everything that a table's definition says, to be written.
 * @param only the key of the one column that is shown; all of the table without it
 */
export function TableFields({
  projectRef: ref,
  draft,
  table,
  problems,
  only,
  onChange,
}: {
  projectRef: string
  draft: TableDraft
  table: TableDetail | null
  problems: Readonly<Record<string, string>>
  only: string | undefined
  onChange: (draft: TableDraft) => void
}) {
  const typesId = useId()
  const { data: types } = useQuery({
    ...orpc.project.database.meta.types.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'types'),
  })
  const { data: known } = useQuery({
    ...orpc.project.database.meta.schemas.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'schemas'),
  })
  const major = Number.parseInt(postgresVersion(useProject().dbVersion), 10)
  const names = known?.map(({ name }) => name) ?? []
  const schemas = names.includes(draft.schema) ? names : [draft.schema, ...names]
  const set = (more: Partial<TableDraft>) => onChange({ ...draft, ...more })
  const shown = only === undefined ? draft.columns : draft.columns.filter(({ key }) => key === only)
  return (
    <>
      <datalist id={typesId}>
        {[...COMMON_TYPES, ...(types?.map(({ format }) => format) ?? [])].map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      {only === undefined ? (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-3">
          <Field label="Schema">
            <Select
              value={draft.schema}
              options={schemas.map((name) => ({ value: name, label: name }))}
              onValueChange={(schema) => set({ schema })}
            />
          </Field>
          <Field label="Name" error={problems.name}>
            <Input
              data-autofocus
              value={draft.name}
              spellCheck={false}
              autoCapitalize="off"
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          <Field label="Comment" className="col-span-full">
            <Input value={draft.comment} onChange={(event) => set({ comment: event.target.value })} />
          </Field>
          <div className="col-span-full">
            <Switch
              label="Row level security"
              hint="The project’s API gives and takes only rows that a policy allows"
              checked={draft.rls_enabled}
              onCheckedChange={(rls_enabled) => set({ rls_enabled })}
            />
          </div>
        </div>
      ) : null}
      <Section title={only === undefined ? 'Columns' : 'Column'} count={only === undefined ? shown.length : undefined}>
        <ul>
          {shown.map((column) => (
            <ColumnRow
              key={column.key}
              column={column}
              typesId={typesId}
              problem={problems[column.key]}
              isOpen={only !== undefined}
              canRewrite={major >= REWRITES}
              onChange={(next) => set({ columns: draft.columns.map((old) => (old === column ? next : old)) })}
              {...(only === undefined && {
                onRemove: () => set({ columns: draft.columns.filter((old) => old !== column) }),
              })}
            />
          ))}
        </ul>
        {only === undefined ? (
          <Button
            size="sm"
            icon={Plus}
            className="mt-2"
            onClick={() => set({ columns: [...draft.columns, newColumn()] })}
          >
            Add column
          </Button>
        ) : null}
      </Section>
      <Section title="Foreign keys">
        <ForeignKeys
          projectRef={ref}
          schema={draft.schema}
          schemas={schemas}
          columns={shown}
          keys={only === undefined ? draft.foreignKeys : draft.foreignKeys.filter(({ columns }) => isOf(columns, only))}
          problems={problems}
          onChange={(keys) =>
            set({
              foreignKeys:
                only === undefined
                  ? keys
                  : [...draft.foreignKeys.filter(({ columns }) => !isOf(columns, only)), ...keys],
            })
          }
        />
      </Section>
      {only === undefined ? (
        <Section title="Checks and unique columns">
          <OtherRules
            columns={draft.columns}
            rules={draft.others}
            problems={problems}
            onChange={(others) => set({ others })}
          />
        </Section>
      ) : null}
      {table?.is_partitioned ? (
        <p className="text-12 text-fg-3">This table has partitions: what changes here changes in all of them.</p>
      ) : null}
    </>
  )
}

/** Whether a key is of one column alone, or not written yet. */
const isOf = (columns: readonly string[], only: string): boolean =>
  columns.length === 1 && (columns[0] === only || columns[0] === '')
