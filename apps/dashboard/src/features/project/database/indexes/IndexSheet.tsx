import type { TableIndex } from '@stoa/contract'
import { createIndex, INDEX_METHODS, type IndexKey, type IndexMethod, type NewIndex } from '@stoa/sql/ddl'
import { Checkbox, Dialog, Field, Input, Select, Textarea } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { Statements } from '../../../../parts/schema-change/Statements.tsx'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { EditableList } from '../objects/EditableList.tsx'
import { ObjectSheet } from '../objects/ObjectSheet.tsx'
import { SchemaSelect } from '../objects/SchemaSelect.tsx'
import { useDraft } from '../objects/use-draft.ts'
import { IndexProgress } from './IndexProgress.tsx'
import { indexProblem } from './index-problem.ts'

const EXPRESSION = ''
const FOR_WHAT: Record<IndexMethod, string> = {
  btree: 'Equal, greater, smaller, sorted',
  hash: 'Equal only',
  gin: 'Values with parts: jsonb, arrays, texts',
  gist: 'Ranges, shapes, nearest',
  brin: 'Very large tables in the order of the column',
  spgist: 'Trees that are not balanced',
}
/** Operator classes that people look for, by the method that they are of. */
const OPCLASSES: Partial<Record<IndexMethod, readonly string[]>> = {
  btree: ['text_pattern_ops', 'varchar_pattern_ops'],
  gin: ['jsonb_path_ops', 'extensions.gin_trgm_ops', 'array_ops'],
  gist: ['extensions.gist_trgm_ops', 'inet_ops', 'range_ops'],
  brin: ['int8_minmax_multi_ops', 'timestamptz_minmax_multi_ops'],
}
const INCLUDES: readonly IndexMethod[] = ['btree', 'gist', 'spgist']
const key: IndexKey = { column: null, expression: null, descending: false, opclass: null }
const newIndex: NewIndex = {
  ...{ schema: 'public', table: '', name: '', method: 'btree', is_unique: false, keys: [key] },
  ...{ predicate: null, concurrently: true, include: [], nulls_not_distinct: false },
}

/** A new index. It is made beside the writing of others unless somebody chooses otherwise. */
export function IndexSheet({
  projectRef: ref,
  changes,
  onClose,
}: {
  projectRef: string
  changes: SchemaChanges
  onClose: () => void
}) {
  const draft = useDraft(`${ref} index`, newIndex)
  const { shape, patch } = draft
  const [problem, setProblem] = useState<string | null>(null)
  const { data: tables } = useQuery({
    ...orpc.project.database.meta.tables.queryOptions({
      input: { ref, included_schemas: shape.schema, include_columns: true },
    }),
    meta: showsLists(ref, 'tables'),
  })
  const opclassesId = useId()
  const included = shape.include ?? []
  const columns = tables?.find(({ name }) => name === shape.table)?.columns ?? []
  const setKey = (index: number, more: Partial<IndexKey>) =>
    patch({ keys: shape.keys.map((item, at) => (at === index ? { ...item, ...more } : item)) })
  const review = () => {
    const found = indexProblem(shape)
    setProblem(found)
    if (found !== null) return
    changes.review(
      {
        title: `Create index ${shape.name === '' ? `on ${shape.table}` : shape.name}`,
        statements: [createIndex(shape)],
        label: 'Create index',
        done: `Created an index on ${shape.table}`,
        isAlone: shape.concurrently,
        ...(!shape.concurrently && { warnings: ['Nobody can write to the table while this index is made.'] }),
        progress: <IndexProgress projectRef={ref} isExpected />,
      },
      () => {
        draft.discard()
        onClose()
      },
    )
  }
  return (
    <ObjectSheet
      title="New index"
      draft={draft}
      isNew
      disabledReason={changes.disabledReason}
      error={problem ?? undefined}
      onReview={review}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label="Schema">
          <SchemaSelect
            projectRef={ref}
            value={shape.schema}
            disabledReason={undefined}
            onChange={(schema) => patch({ schema, table: '', keys: [key], include: [] })}
          />
        </Field>
        <Field label="Table">
          <Select
            placeholder="Choose a table"
            value={shape.table === '' ? undefined : shape.table}
            options={(tables ?? []).map(({ name }) => ({ value: name, label: name }))}
            onValueChange={(table) => patch({ table, keys: [key], include: [] })}
          />
        </Field>
      </div>
      <datalist id={opclassesId}>
        {OPCLASSES[shape.method]?.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <EditableList
        legend="Columns"
        word="column"
        items={shape.keys}
        staysFor={() => shape.keys.length === 1 && 'An index has at least one column'}
        row={({ column, expression, descending, opclass }, index) => (
          <>
            <Select
              size="sm"
              className="min-w-40 flex-1"
              aria-label={`Column ${index + 1}`}
              placeholder="Choose a column"
              value={column ?? (expression === null ? undefined : EXPRESSION)}
              disabledReason={shape.table === '' && 'Choose a table first'}
              options={[
                ...columns.map(({ name, format }) => ({ value: name, label: name, hint: format })),
                { value: EXPRESSION, label: 'An expression' },
              ]}
              onValueChange={(value) =>
                setKey(
                  index,
                  value === EXPRESSION ? { column: null, expression: '' } : { column: value, expression: null },
                )
              }
            />
            {expression === null ? null : (
              <Input
                size="sm"
                mono
                className="flex-1"
                aria-label={`Expression ${index + 1}`}
                placeholder="lower(name)"
                spellCheck={false}
                value={expression}
                onChange={(event) => setKey(index, { expression: event.target.value })}
              />
            )}
            <Input
              size="sm"
              mono
              className="w-40"
              aria-label={`Operator class of column ${index + 1}`}
              placeholder="operator class"
              list={opclassesId}
              spellCheck={false}
              value={opclass ?? ''}
              onChange={(event) => setKey(index, { opclass: event.target.value === '' ? null : event.target.value })}
            />
            <Checkbox
              label="Descending"
              checked={descending}
              disabledReason={shape.method !== 'btree' && 'Only btree indexes are sorted'}
              onCheckedChange={(next) => setKey(index, { descending: next })}
            />
          </>
        )}
        onAdd={() => patch({ keys: [...shape.keys, key] })}
        onRemove={(index) => patch({ keys: shape.keys.toSpliced(index, 1) })}
      />
      <Field label="Method">
        <Select
          value={shape.method}
          options={INDEX_METHODS.map((method) => ({ value: method, label: method, hint: FOR_WHAT[method] }))}
          onValueChange={(method) =>
            patch({
              method,
              ...(!INCLUDES.includes(method) && { include: [] }),
              // An operator class is of one method, and only btree indexes are sorted.
              keys: shape.keys.map((item) => ({
                ...item,
                opclass: null,
                ...(method !== 'btree' && { descending: false }),
              })),
            })
          }
        />
      </Field>
      {columns.length > 0 && INCLUDES.includes(shape.method) ? (
        <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
          <legend className="ui-label mb-1.5">Also holds, to be read without the table (INCLUDE)</legend>
          {columns.map(({ name }) => (
            <Checkbox
              key={name}
              label={name}
              checked={included.includes(name)}
              disabledReason={shape.keys.some(({ column }) => column === name) && 'It is part of the key already'}
              onCheckedChange={(isIn) =>
                patch({ include: isIn ? [...included, name] : included.filter((other) => other !== name) })
              }
            />
          ))}
        </fieldset>
      ) : null}
      <Field label="Only rows where" hint="An index over some rows is smaller. Empty means all of them">
        <Textarea
          mono
          rows={2}
          spellCheck={false}
          placeholder="deleted_at is null"
          value={shape.predicate ?? ''}
          onChange={(event) => patch({ predicate: event.target.value.trim() === '' ? null : event.target.value })}
        />
      </Field>
      <Field label="Name" hint="Postgres names it after its table and columns when this is empty">
        <Input value={shape.name} spellCheck={false} onChange={(event) => patch({ name: event.target.value })} />
      </Field>
      <Checkbox
        label="Unique"
        hint="No two rows have the same values"
        checked={shape.is_unique}
        onCheckedChange={(is_unique) => patch({ is_unique })}
      />
      {shape.is_unique ? (
        <Checkbox
          label="NULLs are the same, too"
          hint="Otherwise any number of rows may have none (NULLS NOT DISTINCT)"
          checked={shape.nulls_not_distinct ?? false}
          onCheckedChange={(nulls_not_distinct) => patch({ nulls_not_distinct })}
        />
      ) : null}
      <Checkbox
        label="Let others write meanwhile"
        hint="Takes longer, and cannot be part of a transaction (CONCURRENTLY)"
        checked={shape.concurrently}
        onCheckedChange={(concurrently) => patch({ concurrently })}
      />
    </ObjectSheet>
  )
}

/** An index as Postgres writes it. */
export function IndexDefinition({ index, onClose }: { index: TableIndex; onClose: () => void }) {
  return (
    <Dialog width={640} onClose={onClose} title={`Definition of ${index.name}`}>
      <Statements statements={[index.definition]} />
    </Dialog>
  )
}
