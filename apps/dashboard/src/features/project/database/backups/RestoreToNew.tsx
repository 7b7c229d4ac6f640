import { COMPUTE_IDS, COMPUTE_SIZES, type ComputeId, type Project } from '@stoa/contract'
import { Button, Dialog, Field, Input, Select } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client, orpc } from '../../../../api/client.ts'
import { errorMessage, fieldMessages } from '../../../../api/errors.ts'
import { useRefreshShell } from '../../../../api/shell.ts'
import { FormError } from '../../../../parts/forms/FormError.tsx'
import { computeWords } from '../../../../parts/project/words.ts'
import { type RestoreSource, sourceWords, unixOf } from './RestoreInPlace.tsx'

/** Makes a new project from a backup or a moment; this one stays as it is. */
export function RestoreToNew({
  project,
  source,
  onClose,
}: {
  project: Project
  source: RestoreSource
  onClose: () => void
}) {
  const { ref } = project
  const navigate = useNavigate()
  const queries = useQueryClient()
  const refreshShell = useRefreshShell()
  const [name, setName] = useState(`${project.name} restored`)
  const [size, setSize] = useState<ComputeId>(project.compute_size)
  const make = useMutation({
    mutationFn: () =>
      client.project.database.backups.clone({
        ref,
        ...(source.id === undefined ? { recovery_time_target_unix: unixOf(source) } : { id: source.id }),
        new_project_name: name,
        compute_size: size,
      }),
    onSuccess: async (made) => {
      await Promise.all([refreshShell(), queries.invalidateQueries({ queryKey: orpc.projects.list.key() })])
      await navigate({ to: '/project/$ref', params: { ref: made.ref } })
    },
  })
  const fields = fieldMessages(make.error)
  return (
    <Dialog
      onClose={onClose}
      locked={make.isPending}
      title="Restore to a new project"
      description={`Makes a project that holds the database as it was ${sourceWords(source)}, with passwords and keys of its own. ${project.name} stays as it is.`}
      width={480}
      onSubmit={() => (make.isPending ? undefined : make.mutate())}
      footer={
        <>
          <Button disabledReason={make.isPending && 'Work is under way'} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={make.isPending} busyLabel="Creating">
            Create project
          </Button>
        </>
      }
    >
      <Field label="Name" error={fields.new_project_name}>
        <Input autoFocus value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="Compute size">
        <Select
          value={size}
          onValueChange={setSize}
          options={COMPUTE_IDS.map((id) => ({
            value: id,
            label: COMPUTE_SIZES[id].name,
            hint: computeWords(id).memory,
          }))}
        />
      </Field>
      <FormError
        message={make.isError && fields.new_project_name === undefined ? errorMessage(make.error) : undefined}
      />
    </Dialog>
  )
}
