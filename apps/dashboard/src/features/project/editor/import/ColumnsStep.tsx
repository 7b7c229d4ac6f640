import type { EditorTable } from '@stoa/contract'
import { Checkbox, Field, Input, Select } from '@stoa/ui'
import { Statements } from '../../../../parts/schema-change/Statements.tsx'
import { TYPES } from './infer.ts'
import { type ColumnPlan, fillable, type Plan, tableStatements, valueRows } from './plan.ts'
import type { Sample } from './sample.ts'

/** Values of a column that are shown beside it. */
const SHOWN = 3

/** What stands for a column that is not imported. */
const NOWHERE = '\u0000'

/** Where each column of the file goes. */
export function ColumnsStep({
  sample,
  plan,
  table,
  onPlan,
}: {
  sample: Sample
  plan: Plan
  /** The table that is there; null for a new one. */
  table: EditorTable | null
  onPlan: (change: Partial<Plan>) => void
}) {
  const rows = valueRows(sample, plan.header)
  const set = (at: number, change: Partial<ColumnPlan>) =>
    onPlan({ columns: plan.columns.map((column, place) => (place === at ? { ...column, ...change } : column)) })
  return (
    <div className="max-h-80 overflow-auto rounded-3 border border-line">
      <table className="w-full text-12">
        <thead className="sticky top-0 z-1 bg-shell text-left text-fg-3">
          <tr>
            <th className="px-3 py-2 font-regular">In the file</th>
            <th className="px-3 py-2 font-regular">Column</th>
            {table === null ? <th className="px-3 py-2 font-regular">Type</th> : null}
          </tr>
        </thead>
        <tbody>
          {plan.columns.map((column, at) => {
            const name = plan.header ? (sample.first[at] ?? '') : `Column ${at + 1}`
            const values = rows.slice(0, SHOWN).map((row) => row[at] ?? 'NULL')
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column of a file is its place.
              <tr key={at} className="border-t border-line align-top">
                <th scope="row" className="max-w-48 px-3 py-2 text-left font-medium">
                  <span className="block clip">{name}</span>
                  <span className="ui-mono block clip font-regular text-11 text-fg-3">{values.join(', ')}</span>
                </th>
                <td className="px-3 py-1.5">
                  {table === null ? (
                    <span className="flex items-center gap-2">
                      <Checkbox
                        aria-label={`Import ${name}`}
                        checked={column.to !== null}
                        onCheckedChange={(isWanted) => set(at, { to: isWanted ? `column_${at + 1}` : null })}
                      />
                      <Input
                        size="sm"
                        aria-label={`Name for ${name}`}
                        value={column.to ?? ''}
                        disabledReason={column.to === null && 'This column is left out'}
                        onChange={(event) => set(at, { to: event.target.value })}
                      />
                    </span>
                  ) : (
                    <Select
                      size="sm"
                      aria-label={`Where ${name} goes`}
                      value={column.to ?? NOWHERE}
                      onValueChange={(to) => set(at, { to: to === NOWHERE ? null : to })}
                      options={[
                        { value: NOWHERE, label: 'Not imported' },
                        ...fillable(table).map((target) => ({
                          value: target.name,
                          label: target.name,
                          hint: target.data_type,
                        })),
                      ]}
                    />
                  )}
                </td>
                {table === null ? (
                  <td className="px-3 py-1.5">
                    <Select
                      size="sm"
                      aria-label={`Type of ${name}`}
                      value={column.type}
                      onValueChange={(type) => set(at, { type })}
                      options={TYPES.map((type) => ({ value: type, label: type }))}
                    />
                  </td>
                ) : null}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** The new table around the columns: its name, its key, its security, and the SQL that makes it. */
export function NewTableStep({
  plan,
  schema,
  isWhole,
  onPlan,
}: {
  plan: Plan
  schema: string
  /** Whether it could be made as it is. */
  isWhole: boolean
  onPlan: (change: Partial<Plan>) => void
}) {
  const keys = plan.columns.flatMap(({ to }, at) => (to === null ? [] : [{ value: `${at}`, label: to }]))
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 max-wide:grid-cols-1">
        <Field label="Table" hint={`In schema ${schema}`}>
          <Input value={plan.name} onChange={(event) => onPlan({ name: event.target.value })} />
        </Field>
        <Field label="Primary key">
          <Select
            value={`${plan.key}`}
            onValueChange={(key) => onPlan({ key: key === 'new' || key === 'none' ? key : Number(key) })}
            options={[{ value: 'new', label: 'A new column that counts' }, ...keys, { value: 'none', label: 'None' }]}
          />
        </Field>
      </div>
      <Checkbox
        label="Enable row level security"
        hint="Without it, whoever may use the APIs reads and writes every row."
        checked={plan.rls}
        onCheckedChange={(rls) => onPlan({ rls })}
      />
      <Checkbox
        label="Save as migration"
        checked={plan.migrates}
        onCheckedChange={(migrates) => onPlan({ migrates })}
      />
      {isWhole ? <Statements statements={tableStatements(plan, schema)} /> : null}
    </div>
  )
}
