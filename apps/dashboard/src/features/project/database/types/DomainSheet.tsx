import type { DomainType } from '@stoa/contract'
import { alterDomain, createDomain, type DomainShape } from '@stoa/sql/ddl'
import { Badge, Checkbox, Field, Input } from '@stoa/ui'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { EditableList } from '../objects/EditableList.tsx'
import { domainProblem } from './problems.ts'
import { type TypeKind, TypeSheet } from './TypeSheet.tsx'

const NEW_CHECK = { expression: '', before: null }
const newShape: DomainShape = {
  ...{ schema: 'public', name: '', comment: null, base: 'text', default_value: null, is_nullable: true },
  checks: [NEW_CHECK],
}
const shapeOf = ({ schema, name, comment, base, default_value, is_nullable, checks }: DomainType): DomainShape => ({
  ...{ schema, name, comment, base, default_value, is_nullable },
  checks: checks.map((check) => ({ expression: check.expression, before: check.name })),
})

const KIND: TypeKind<DomainShape> = {
  id: 'domain',
  word: 'domain',
  newTitle: 'New domain',
  description: 'Columns of this type hold values of another one that keep some rules, told once for all of them.',
  problem: domainProblem,
  create: createDomain,
  alter: alterDomain,
}

/** A domain: the type that it stands on, and what its values have to be. */
export function DomainSheet({
  projectRef: ref,
  type,
  changes,
  onClose,
}: {
  projectRef: string
  /** Null for a new one. */
  type: DomainType | null
  changes: SchemaChanges
  onClose: () => void
}) {
  return (
    <TypeSheet
      projectRef={ref}
      kind={KIND}
      type={type}
      first={type === null ? newShape : shapeOf(type)}
      changes={changes}
      onClose={onClose}
    >
      {({ shape, patch, reason }) => (
        <>
          <div className="grid grid-cols-2 gap-3">
            <Field label="Stands on">
              <Input
                mono
                spellCheck={false}
                value={shape.base}
                disabledReason={
                  reason ?? (type !== null && 'Postgres does not change the type that a domain stands on')
                }
                onChange={(event) => patch({ base: event.target.value })}
              />
            </Field>
            <Field label="Default" hint="An expression">
              <Input
                mono
                spellCheck={false}
                value={shape.default_value ?? ''}
                disabledReason={reason}
                onChange={(event) => patch({ default_value: event.target.value === '' ? null : event.target.value })}
              />
            </Field>
          </div>
          <Checkbox
            label="Nullable"
            checked={shape.is_nullable}
            disabledReason={reason}
            onCheckedChange={(is_nullable) => patch({ is_nullable })}
          />
          <EditableList
            legend="Checks"
            word="check"
            items={shape.checks}
            nameOf={({ before }) => before ?? ''}
            reason={reason}
            row={({ expression, before }, index) =>
              before === null ? (
                <Input
                  size="sm"
                  mono
                  className="min-w-0 flex-1"
                  aria-label={`Condition of check ${index + 1}`}
                  placeholder="value <> ''"
                  spellCheck={false}
                  value={expression}
                  disabledReason={reason}
                  onChange={(event) =>
                    patch({ checks: shape.checks.with(index, { expression: event.target.value, before }) })
                  }
                />
              ) : (
                <code className="ui-mono min-w-0 flex-1 text-12 wrap-anywhere">
                  {before} {expression} {isUnproven(type, before) ? <Badge tone="warn">not validated</Badge> : null}
                </code>
              )
            }
            onAdd={() => patch({ checks: [...shape.checks, NEW_CHECK] })}
            onRemove={(index) => patch({ checks: shape.checks.toSpliced(index, 1) })}
          />
        </>
      )}
    </TypeSheet>
  )
}

const isUnproven = (type: DomainType | null, name: string): boolean =>
  type?.checks.some((check) => check.name === name && !check.is_valid) ?? false
