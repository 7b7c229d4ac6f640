import { type Project, projectPermissions } from '@stoa/contract'
import { ErrorState, SettingsLine, SettingsRow, SkeletonRows, Switch, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { failureOf } from '../../../../api/failure.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { NotApplied } from './NotApplied.tsx'

/** Whether unencrypted connections are refused. */
export function Encryption({ project: { ref } }: { project: Project }) {
  const queries = useQueryClient()
  const { reason } = usePermission(projectPermissions.updateAccess, { ref })
  const query = orpc.project.settings.database.ssl.queryOptions({ input: { ref } })
  const ssl = useQuery(query)
  const change = useMutation({
    ...orpc.project.settings.database.setSsl.mutationOptions(),
    onSuccess: (saved) => {
      queries.setQueryData(query.queryKey, saved)
      void queries.invalidateQueries({ queryKey: orpc.project.settings.database.networks.key() })
      if (saved.appliedSuccessfully)
        toast.success(
          saved.currentConfig.database
            ? 'Unencrypted connections are refused from now on'
            : 'Unencrypted connections are taken again',
        )
    },
    onError: (error) => toast.error(`Failed to change SSL enforcement: ${errorMessage(error)}`),
  })
  const set = (database: boolean) => change.mutate({ ref, requestedConfig: { database } })
  const enforced = ssl.data?.currentConfig.database ?? false
  return (
    <SettingsRow title="SSL" description="Encrypted connections are always taken.">
      {ssl.data === undefined ? (
        ssl.isError ? (
          <ErrorState title="Failed to retrieve SSL enforcement" {...failureOf(ssl)} />
        ) : (
          <SkeletonRows rows={1} />
        )
      ) : (
        <>
          <SettingsLine
            label="Refuse unencrypted connections"
            hint="Connections that are open stay; new ones have to be encrypted."
          >
            <Switch
              aria-label="Refuse unencrypted connections"
              checked={change.isPending ? change.variables.requestedConfig.database : enforced}
              disabledReason={reason ?? (change.isPending && 'The server is taking it over')}
              onCheckedChange={set}
            />
          </SettingsLine>
          {ssl.data.appliedSuccessfully || change.isPending ? null : (
            <NotApplied disabledReason={reason} onApply={() => set(enforced)} />
          )}
        </>
      )}
    </SettingsRow>
  )
}
