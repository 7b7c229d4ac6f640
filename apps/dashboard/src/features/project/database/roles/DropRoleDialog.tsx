import type { DatabaseRole } from '@stoa/contract'
import { dropRole } from '@stoa/sql/ddl'
import { Note, RadioGroup } from '@stoa/ui'
import { useState } from 'react'
import { FormDialog } from '../../../../parts/forms/FormDialog.tsx'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'

/** Asks what becomes of what a role has, before it is dropped. */
export function DropRoleDialog({
  role,
  changes,
  onClose,
}: {
  role: DatabaseRole
  changes: SchemaChanges
  onClose: () => void
}) {
  const has = role.objects > 0
  const [give, setGive] = useState<'give' | 'leave'>(has ? 'give' : 'leave')
  const review = async () =>
    changes.review(
      {
        title: `Drop the role ${role.name}`,
        statements: dropRole(role.name, give === 'give' ? 'postgres' : null),
        label: 'Drop',
        done: `Dropped ${role.name}`,
        losses: [
          ...(role.active_connections > 0
            ? [`It has ${role.active_connections} connections, which stay until they end.`]
            : []),
          ...(role.can_login ? ['Whoever logs in as it cannot any more.'] : []),
        ],
        typed: role.name,
      },
      onClose,
    )
  return (
    <FormDialog
      title={`Drop the role ${role.name}`}
      label="Review SQL"
      busyLabel="Reviewing"
      isSubmitting={false}
      error={undefined}
      onSubmit={review}
      onClose={onClose}
    >
      {has ? (
        <>
          <Note>
            {role.objects} {role.objects === 1 ? 'object belongs' : 'objects belong'} to it or name it in their
            privileges. Postgres drops no role before that has changed.
          </Note>
          <RadioGroup
            label="What it has"
            value={give}
            onValueChange={setGive}
            options={[
              {
                value: 'give',
                label: 'goes to postgres',
                hint: 'What it owns is given to postgres, its privileges end',
              },
              { value: 'leave', label: 'is left as it is', hint: 'Postgres refuses, and says what is in the way' },
            ]}
          />
        </>
      ) : (
        <p>Nothing belongs to it, and no privileges name it.</p>
      )}
    </FormDialog>
  )
}
