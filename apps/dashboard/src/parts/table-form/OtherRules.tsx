import { Button, Checkbox, IconButton, Input } from '@stoa/ui'
import { Plus, Trash2 } from 'lucide-react'
import { type ColumnDraft, type ConstraintDraft, newKey } from './draft.ts'

const BARE = { expression: null, references: null, on_delete: 'NO ACTION', on_update: 'NO ACTION' } as const

/** Checks, and what keeps the values of several columns apart. */
export function OtherRules({
  columns,
  rules,
  problems,
  onChange,
}: {
  columns: readonly ColumnDraft[]
  rules: readonly ConstraintDraft[]
  problems: Readonly<Record<string, string>>
  onChange: (rules: readonly ConstraintDraft[]) => void
}) {
  const replace = (old: ConstraintDraft, next: ConstraintDraft) =>
    onChange(rules.map((item) => (item === old ? next : item)))
  const add = (kind: 'check' | 'unique') =>
    onChange([
      ...rules,
      { ...BARE, key: newKey(), name: null, definition: null, isInherited: false, kind, columns: [] },
    ])
  return (
    <div className="grid gap-2">
      {rules.map((rule) => (
        <div key={rule.key} className="grid gap-1">
          <div className="flex items-center gap-2">
            {rule.definition !== null ? (
              <code className="ui-mono min-w-0 flex-1 text-12 wrap-anywhere">
                {rule.name} {rule.definition}
              </code>
            ) : rule.kind === 'check' ? (
              <Input
                size="sm"
                mono
                className="flex-1"
                aria-label="Condition of the check"
                placeholder="price > 0"
                spellCheck={false}
                invalid={problems[rule.key] !== undefined}
                value={rule.expression ?? ''}
                onChange={(event) => replace(rule, { ...rule, expression: event.target.value })}
              />
            ) : (
              <fieldset className="flex flex-1 flex-wrap gap-x-4 gap-y-1">
                <legend className="mb-1 text-12 text-fg-2">Unique together</legend>
                {columns.map(({ key, name }) => (
                  <Checkbox
                    key={key}
                    label={name === '' ? 'new column' : name}
                    checked={rule.columns.includes(key)}
                    onCheckedChange={(isIn) =>
                      replace(rule, {
                        ...rule,
                        columns: isIn ? [...rule.columns, key] : rule.columns.filter((old) => old !== key),
                      })
                    }
                  />
                ))}
                <Checkbox
                  label="NULLs are the same, too"
                  hint="Otherwise any number of rows may have none (NULLS NOT DISTINCT)"
                  checked={rule.nulls_not_distinct ?? false}
                  onCheckedChange={(nulls_not_distinct) => replace(rule, { ...rule, nulls_not_distinct })}
                />
              </fieldset>
            )}
            <IconButton
              icon={Trash2}
              size="xs"
              label={`Remove ${rule.name ?? `the new ${rule.kind === 'check' ? 'check' : 'rule'}`}`}
              disabledReason={rule.isInherited && 'It comes from the table above, and is changed there'}
              onClick={() => onChange(rules.filter((item) => item !== rule))}
            />
          </div>
          {problems[rule.key] === undefined ? null : (
            <p className="ui-error" role="alert">
              {problems[rule.key]}
            </p>
          )}
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={Plus} onClick={() => add('check')}>
          Add check
        </Button>
        <Button size="sm" icon={Plus} onClick={() => add('unique')}>
          Add unique columns
        </Button>
      </div>
    </div>
  )
}
