import { type EditorColumn, type EditorTable, filterText } from '@stoa/contract'
import { Button, formatBytes } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { defaultWords, takesEmptyText, whyFixed } from '../edit/columns.ts'
import { FieldEditor } from './FieldEditor.tsx'

const FkPicker = lazyDialog(async () => (await import('./FkPicker.tsx')).FkPicker)

/** One value of a row as its panel shows it. */
export type RowField = {
  readonly value: string | null
  /** What it was before it was changed; undefined when it was not. */
  readonly before?: string | null | undefined
  readonly changed: boolean
  /** A new row's column that is left to Postgres. */
  readonly isDefault: boolean
  /** The size of a value that is not here whole. */
  readonly large: number | null
}

/** All values of a row, each with the editor of its type. */
export function RowFields({
  projectRef,
  table,
  isNew,
  readOnly,
  focus,
  field,
  onChange,
  onRevert,
  onLoad,
}: {
  projectRef: string
  table: EditorTable
  isNew: boolean
  readOnly: boolean
  /** The column to begin in. */
  focus: string | null
  field: (at: number) => RowField
  onChange: (at: number, value: string | null) => void
  onRevert: (at: number) => void
  /** Fetches a value that is not here whole. */
  onLoad: (at: number) => Promise<void>
}) {
  return (
    <div className="flex flex-col gap-3.5">
      {table.columns.map((column, at) => (
        <Field
          key={column.name}
          projectRef={projectRef}
          column={column}
          isNew={isNew}
          readOnly={readOnly}
          autoFocus={focus === column.name}
          field={field(at)}
          onChange={(value) => onChange(at, value)}
          onRevert={() => onRevert(at)}
          onLoad={() => onLoad(at)}
        />
      ))}
    </div>
  )
}

function Field({
  projectRef: ref,
  column,
  isNew,
  readOnly,
  autoFocus,
  field,
  onChange,
  onRevert,
  onLoad,
}: {
  projectRef: string
  column: EditorColumn
  isNew: boolean
  readOnly: boolean
  autoFocus: boolean
  field: RowField
  onChange: (value: string | null) => void
  onRevert: () => void
  onLoad: () => Promise<void>
}) {
  const id = useId()
  const [loading, setLoading] = useState(false)
  const [picking, setPicking] = useState(false)
  const fixed = whyFixed(column, isNew)
  const { foreign_key: target } = column
  const canWrite = !readOnly && fixed === null
  const value = field.isDefault ? null : field.value
  const hasDefault = field.isDefault && column.default_value !== null
  return (
    <div
      className={`relative flex flex-col gap-1 ${field.changed ? 'before:absolute before:inset-y-0 before:-left-3.5 before:w-[3px] before:rounded-r-2 before:bg-warn-mark' : ''}`}
    >
      <div className="flex items-center gap-1.5 text-12">
        <label htmlFor={id} className="clip font-medium">
          {column.name}
        </label>
        <span className="ui-mono clip flex-none text-11 text-fg-3">{column.data_type}</span>
        {field.changed && !field.isDefault ? (
          <button
            type="button"
            className="ml-auto flex min-w-0 items-center gap-1 text-11 text-warn-fg"
            onClick={onRevert}
          >
            <span className="clip">{field.before === undefined ? 'changed' : `was ${field.before ?? 'NULL'}`}</span>
            <RotateCcw size={12} className="flex-none" />
            <span className="ui-vh">, undo the change of {column.name}</span>
          </button>
        ) : null}
      </div>
      {field.large !== null ? (
        <span className="flex items-center gap-2 text-fg-2">
          {formatBytes(field.large)}, too large for the page
          <Button
            size="sm"
            busy={loading}
            busyLabel="Loading"
            onClick={() => {
              setLoading(true)
              void onLoad().finally(() => setLoading(false))
            }}
          >
            Load
          </Button>
        </span>
      ) : (
        <FieldEditor
          id={id}
          column={column}
          value={value}
          readOnly={!canWrite}
          autoFocus={autoFocus}
          isDefault={field.isDefault}
          placeholder={field.isDefault ? defaultWords(column) : value === null ? 'NULL' : ''}
          onChange={onChange}
        />
      )}
      <span className="flex flex-wrap items-center gap-x-2 text-12 text-fg-3">
        {fixed === null || readOnly ? null : <span>{fixed}</span>}
        {canWrite && takesEmptyText(column) && value === null ? (
          <button type="button" className="ui-link" onClick={() => onChange('')}>
            Set empty text
          </button>
        ) : null}
        {canWrite && column.is_nullable && (value !== null || hasDefault) && field.large === null ? (
          <button type="button" className="ui-link" onClick={() => onChange(null)}>
            Set NULL
          </button>
        ) : null}
        {canWrite && isNew && !field.isDefault ? (
          <button type="button" className="ui-link" onClick={onRevert}>
            Leave to Postgres
          </button>
        ) : null}
        {target !== null && canWrite ? (
          <button type="button" className="ui-link" onClick={() => setPicking(true)}>
            Choose a row of {target.table}
          </button>
        ) : null}
        {target !== null && value !== null ? (
          <Link
            to="/project/$ref/editor"
            params={{ ref }}
            search={{
              schema: target.schema,
              table: target.table,
              filter: [filterText({ column: target.column, operator: 'eq', value })],
            }}
            className="ui-link"
          >
            Open in {target.table}
          </Link>
        ) : null}
      </span>
      {picking ? (
        <Suspense fallback={null}>
          <FkPicker
            projectRef={ref}
            column={column}
            onClose={() => setPicking(false)}
            onPick={(picked) => {
              setPicking(false)
              onChange(picked)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
