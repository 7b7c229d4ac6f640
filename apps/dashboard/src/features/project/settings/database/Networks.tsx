import { type Project, projectPermissions } from '@stoa/contract'
import { Button, ErrorState, Field, Note, RadioGroup, SettingsRow, SkeletonRows, Textarea, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { failureOf } from '../../../../api/failure.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { NotApplied } from './NotApplied.tsx'
import { EVERYBODY, isEverybody, type Networks as NetworkLists, readNetworks, writeNetworks } from './networks.ts'

/** The addresses that reach the database. */
export function Networks({ project: { ref } }: { project: Project }) {
  const networks = useQuery(orpc.project.settings.database.networks.queryOptions({ input: { ref } }))
  const { data } = networks
  return (
    <SettingsRow
      title="Network restrictions"
      description="Who may connect to the database by network. The dashboard and the project’s APIs always can."
    >
      {data === undefined ? (
        networks.isError ? (
          <ErrorState title="Failed to retrieve network restrictions" {...failureOf(networks)} />
        ) : (
          <SkeletonRows rows={2} />
        )
      ) : (
        // What is stored begins the form anew.
        <NetworksForm
          key={writeNetworks(data.config)}
          refName={ref}
          stored={data.config}
          applied={data.status === 'applied'}
        />
      )}
    </SettingsRow>
  )
}

function NetworksForm({ refName: ref, stored, applied }: { refName: string; stored: NetworkLists; applied: boolean }) {
  const queries = useQueryClient()
  const { reason } = usePermission(projectPermissions.updateAccess, { ref })
  const [who, setWho] = useState<'all' | 'some'>(isEverybody(stored) ? 'all' : 'some')
  const [text, setText] = useState(isEverybody(stored) ? '' : writeNetworks(stored))
  const wanted = who === 'all' ? EVERYBODY : readNetworks(text)
  const same = writeNetworks(wanted) === writeNetworks(stored)
  const apply = useMutation({
    ...orpc.project.settings.database.applyNetworks.mutationOptions(),
    onSuccess: (saved) => {
      queries.setQueryData(orpc.project.settings.database.networks.queryKey({ input: { ref } }), saved)
      void queries.invalidateQueries({ queryKey: orpc.project.settings.database.ssl.key() })
      if (saved.status === 'applied') toast.success('Saved the network restrictions')
    },
  })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === undefined && !same && !apply.isPending) apply.mutate({ ref, ...wanted })
      }}
    >
      <RadioGroup
        label="Who may connect"
        hideLabel
        value={who}
        onValueChange={setWho}
        options={[
          { value: 'all', label: 'Every address', disabledReason: reason },
          { value: 'some', label: 'Only these networks', disabledReason: reason },
        ]}
      />
      {who === 'some' ? (
        <Field
          label="Networks"
          hint="One per line, such as 203.0.113.0/24 or 2001:db8::/32. Without any, nobody connects by network."
          error={apply.isError ? errorMessage(apply.error) : undefined}
        >
          <Textarea
            mono
            rows={4}
            spellCheck={false}
            disabledReason={reason}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      ) : apply.isError ? (
        <Note tone="bad" role="alert">
          {errorMessage(apply.error)}
        </Note>
      ) : null}
      {applied || apply.isPending ? null : (
        <NotApplied disabledReason={reason} onApply={() => apply.mutate({ ref, ...stored })} />
      )}
      <div>
        <Button
          type="submit"
          busy={apply.isPending}
          busyLabel="Saving"
          disabledReason={reason ?? (same && 'Nothing has changed')}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
