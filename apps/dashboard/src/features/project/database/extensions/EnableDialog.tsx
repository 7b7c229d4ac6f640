import type { DatabaseExtension } from '@stoa/contract'
import { enableExtension } from '@stoa/sql/ddl'
import { Field, Input, Note, Select } from '@stoa/ui'
import { useState } from 'react'
import { FormDialog } from '../../../../parts/forms/FormDialog.tsx'
import type { SchemaChanges } from '../../../../parts/schema-change/use-schema-change.tsx'
import { useSchemas } from '../objects/use-schemas.ts'

const DEFAULT = 'extensions'
const ANOTHER = ' '

/** Where an extension goes, and what is enabled along with it. */
export function EnableDialog({
  projectRef: ref,
  extension,
  all,
  changes,
  onClose,
}: {
  projectRef: string
  extension: DatabaseExtension
  all: readonly DatabaseExtension[]
  changes: SchemaChanges
  onClose: () => void
}) {
  const { names } = useSchemas(ref)
  const [schema, setSchema] = useState(DEFAULT)
  const [own, setOwn] = useState('')
  const [problem, setProblem] = useState<string | undefined>()
  const needed = extension.requires.filter((name) => all.find((one) => one.name === name)?.installed_version === null)
  const isNew = schema === ANOTHER

  const review = async () => {
    const chosen = extension.schema !== null ? null : isNew ? own.trim() : schema
    const wrong = chosen === '' ? 'A schema needs a name' : undefined
    setProblem(wrong)
    if (wrong !== undefined) return
    changes.review(
      {
        title: `Enable ${extension.name}`,
        statements: enableExtension(extension.name, chosen, { makesSchema: isNew, withRequired: needed.length > 0 }),
        label: 'Enable',
        done: `Enabled ${extension.name}`,
      },
      onClose,
    )
  }

  return (
    <FormDialog
      title={`Enable ${extension.name}`}
      description={extension.comment ?? undefined}
      label="Review SQL"
      busyLabel="Reviewing"
      isSubmitting={false}
      error={undefined}
      onSubmit={review}
      onClose={onClose}
    >
      {needed.length === 0 ? null : <Note>It needs {needed.join(', ')}, which is enabled with it.</Note>}
      {extension.schema !== null ? (
        <Note>It decides itself where it goes: into the schema {extension.schema}.</Note>
      ) : (
        <Field label="Schema" hint="What it makes goes there. extensions is in everybody’s search path.">
          <Select
            value={schema}
            onValueChange={setSchema}
            options={[
              ...[...new Set([DEFAULT, ...names])].map((name) => ({ value: name, label: name })),
              { value: ANOTHER, label: 'A new schema', text: 'A new schema' },
            ]}
          />
        </Field>
      )}
      {isNew ? (
        <Field label="Name of the new schema" error={problem}>
          <Input mono spellCheck={false} value={own} onChange={(event) => setOwn(event.target.value)} />
        </Field>
      ) : null}
    </FormDialog>
  )
}
