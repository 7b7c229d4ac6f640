import { FOREIGN_KEY_ACTIONS, type ForeignKeyAction } from '@stoa/sql/ddl'
import { Button, Checkbox, Field, IconButton, Select, type SelectOption } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { orpc } from '../../api/client.ts'
import { showsLists } from '../sql-run/database-lists.ts'
import { type ColumnDraft, type ConstraintDraft, newKey } from './draft.ts'

const ACTIONS: SelectOption<ForeignKeyAction>[] = FOREIGN_KEY_ACTIONS.map((value) => ({
  value,
  label: value,
  hint: {
    'NO ACTION': 'Refused at the end of the transaction',
    RESTRICT: 'Refused at once',
    CASCADE: 'The row here changes or goes, too',
    'SET NULL': 'The value here becomes NULL',
    'SET DEFAULT': 'The value here becomes its default',
  }[value],
}))

const LOOKS: SelectOption<'once' | 'immediate' | 'deferred'>[] = [
  { value: 'once', label: 'At once' },
  { value: 'immediate', label: 'At once, unless put off', hint: 'SET CONSTRAINTS puts it off (DEFERRABLE)' },
  { value: 'deferred', label: 'At the end of the transaction', hint: 'INITIALLY DEFERRED' },
]

/** Where columns point to. */
export function ForeignKeys({
  projectRef: ref,
  schema,
  schemas,
  columns,
  keys,
  problems,
  onChange,
}: {
  projectRef: string
  /** Where new ones look first. */
  schema: string
  schemas: readonly string[]
  columns: readonly ColumnDraft[]
  keys: readonly ConstraintDraft[]
  problems: Readonly<Record<string, string>>
  onChange: (keys: readonly ConstraintDraft[]) => void
}) {
  const add = () =>
    onChange([
      ...keys,
      {
        ...{ key: newKey(), name: null, definition: null, isInherited: false, kind: 'foreign', expression: null },
        // Where one column is all that is changed, it is the one.
        columns: [columns.length === 1 ? (columns[0]?.key ?? '') : ''],
        references: { schema, table: '', columns: [''] },
        ...{ on_delete: 'NO ACTION', on_update: 'NO ACTION' },
      },
    ])
  return (
    <div className="grid gap-3">
      {keys.map((item) => (
        <ForeignKey
          key={item.key}
          projectRef={ref}
          schemas={schemas}
          columns={columns}
          item={item}
          problem={problems[item.key]}
          onChange={(next) => onChange(keys.map((old) => (old === item ? next : old)))}
          onRemove={() => onChange(keys.filter((old) => old !== item))}
        />
      ))}
      <Button size="sm" icon={Plus} onClick={add} className="justify-self-start">
        Add foreign key
      </Button>
    </div>
  )
}

function ForeignKey({
  projectRef: ref,
  schemas,
  columns,
  item,
  problem,
  onChange,
  onRemove,
}: {
  projectRef: string
  schemas: readonly string[]
  columns: readonly ColumnDraft[]
  item: ConstraintDraft
  problem: string | undefined
  onChange: (item: ConstraintDraft) => void
  onRemove: () => void
}) {
  const references = item.references ?? { schema: 'public', table: '', columns: [''] }
  const { data: tables } = useQuery({
    ...orpc.project.database.meta.tables.queryOptions({
      input: { ref, included_schemas: references.schema, include_columns: true },
    }),
    meta: showsLists(ref, 'tables'),
  })
  const target = tables?.find(({ name }) => name === references.table)
  const point = (more: Partial<typeof references>) => onChange({ ...item, references: { ...references, ...more } })
  const pair = (index: number, here: string, there: string) =>
    onChange({
      ...item,
      // It may have been about the column that is another one now.
      delete_columns: [],
      columns: item.columns.with(index, here),
      references: { ...references, columns: references.columns.with(index, there) },
    })
  const options = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))
  const title = item.columns.map((key) => columns.find((column) => column.key === key)?.name ?? '').join(', ')
  return (
    <fieldset className="grid gap-3 rounded-3 border border-line p-3">
      <legend className="ui-vh">Foreign key {title}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
        <Field label="Points to schema">
          <Select
            size="sm"
            value={references.schema}
            options={options(schemas.includes(references.schema) ? schemas : [references.schema, ...schemas])}
            onValueChange={(name) => point({ schema: name, table: '', columns: references.columns.map(() => '') })}
          />
        </Field>
        <Field label="Table">
          <Select
            size="sm"
            placeholder="Choose a table"
            value={references.table === '' ? undefined : references.table}
            options={options(tables?.map(({ name }) => name) ?? [references.table].filter((name) => name !== ''))}
            onValueChange={(name) => {
              const key = tables?.find((table) => table.name === name)?.primary_keys.map((column) => column.name) ?? []
              point({ table: name, columns: references.columns.map((_, index) => key[index] ?? '') })
            }}
          />
        </Field>
        <IconButton
          icon={Trash2}
          size="sm"
          label={`Remove foreign key ${title}`}
          disabledReason={item.isInherited && 'It comes from the table above, and is changed there'}
          onClick={onRemove}
        />
      </div>
      {item.columns.map((here, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the pairs of a key are their order.
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto] items-center gap-2"
        >
          <Select
            size="sm"
            aria-label={`Column ${index + 1} here`}
            placeholder="Column here"
            value={here === '' ? undefined : here}
            options={columns.map(({ key, name }) => ({ value: key, label: name === '' ? 'new column' : name }))}
            onValueChange={(key) => pair(index, key, references.columns[index] ?? '')}
          />
          <span className="text-fg-3">to</span>
          <Select
            size="sm"
            aria-label={`Column ${index + 1} there`}
            placeholder="Column there"
            value={references.columns[index] || undefined}
            options={options(target?.columns?.map(({ name }) => name) ?? references.columns.filter((name) => name))}
            disabledReason={references.table === '' && 'Choose a table first'}
            onValueChange={(name) => pair(index, here, name)}
          />
          <IconButton
            icon={Trash2}
            size="xs"
            label={`Remove pair ${index + 1}`}
            disabledReason={item.columns.length === 1 && 'A foreign key has at least one column'}
            onClick={() =>
              onChange({
                ...item,
                delete_columns: [],
                columns: item.columns.toSpliced(index, 1),
                references: { ...references, columns: references.columns.toSpliced(index, 1) },
              })
            }
          />
        </div>
      ))}
      <Button
        size="sm"
        variant="quiet"
        icon={Plus}
        className="justify-self-start"
        onClick={() =>
          onChange({
            ...item,
            columns: [...item.columns, ''],
            references: { ...references, columns: [...references.columns, ''] },
          })
        }
      >
        Add a pair of columns
      </Button>
      <div className="grid grid-cols-2 gap-2">
        <Field label="When the row there is deleted">
          <Select
            size="sm"
            value={item.on_delete}
            options={ACTIONS}
            onValueChange={(on_delete) => onChange({ ...item, on_delete, delete_columns: [] })}
          />
        </Field>
        <Field label="When its key changes">
          <Select
            size="sm"
            value={item.on_update}
            options={ACTIONS}
            onValueChange={(on_update) => onChange({ ...item, on_update })}
          />
        </Field>
        <Field label="When it is looked at">
          <Select
            size="sm"
            value={item.deferrable ?? 'once'}
            options={LOOKS}
            onValueChange={(look) => onChange({ ...item, deferrable: look === 'once' ? null : look })}
          />
        </Field>
      </div>
      {item.on_delete.startsWith('SET') && item.columns.length > 1 ? (
        <SomeColumns item={item} columns={columns} onChange={onChange} />
      ) : null}
      {problem === undefined ? null : (
        <p className="ui-error" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

/** Which columns of a key change when its row there is deleted; one of them may not be able to. */
function SomeColumns({
  item,
  columns,
  onChange,
}: {
  item: ConstraintDraft
  columns: readonly ColumnDraft[]
  onChange: (item: ConstraintDraft) => void
}) {
  const some = item.delete_columns ?? []
  const isIn = (key: string) => some.length === 0 || some.includes(key)
  const shown = columns.filter(({ key }) => item.columns.includes(key))
  const choose = (key: string, isChosen: boolean) => {
    const next = shown
      .filter((column) => (column.key === key ? isChosen : isIn(column.key)))
      .map((column) => column.key)
    // All of them is what is meant where none is named.
    onChange({ ...item, delete_columns: next.length === shown.length ? [] : next })
  }
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="mb-1 text-12 text-fg-2">
        {item.on_delete === 'SET NULL' ? 'Columns that become NULL' : 'Columns that get their default'}
      </legend>
      {shown.map(({ key, name }) => (
        <Checkbox
          key={key}
          label={name === '' ? 'new column' : name}
          checked={isIn(key)}
          disabledReason={
            isIn(key) && shown.filter((column) => isIn(column.key)).length === 1 && 'At least one of them does'
          }
          onCheckedChange={(isChosen) => choose(key, isChosen)}
        />
      ))}
    </fieldset>
  )
}
