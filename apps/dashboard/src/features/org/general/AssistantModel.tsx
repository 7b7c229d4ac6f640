import { type Organization, organizationPermissions } from '@stoa/contract'
import { ErrorState, SettingsRow, SkeletonRows } from '@stoa/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client, orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { ModelForm } from '../../../parts/assistant-model/ModelForm.tsx'
import { useModelChanged } from '../../../parts/assistant-model/use-model-changed.ts'

/** The organization's own model for the assistant, in place of the platform's. */
export function AssistantModel({ organization: { slug } }: { organization: Organization }) {
  const queries = useQueryClient()
  const changed = useModelChanged()
  const options = orpc.ai.organizationModel.get.queryOptions({ input: { slug } })
  const { data, error, refetch, isFetching } = useQuery(options)
  const { reason } = usePermission(organizationPermissions.update, { slug })
  return (
    <SettingsRow
      title={<span id="assistant-model">Assistant model</span>}
      description="The language model that the assistant asks for this organization’s projects. Without one of its own, the platform’s is asked."
    >
      {data !== undefined ? (
        <ModelForm
          state={data}
          disabledReason={reason}
          save={async (changes) => changed(await client.ai.organizationModel.update({ slug, ...changes }), store)}
          remove={async () => changed(await client.ai.organizationModel.remove({ slug }), store)}
          probe={async (changes) => {
            const tried = await client.ai.organizationModel.probe({ slug, ...changes })
            void queries.invalidateQueries({ queryKey: options.queryKey })
            return tried
          }}
        />
      ) : error !== null ? (
        <ErrorState
          title="Failed to load the model"
          detail={errorMessage(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={3} rowHeight={48} />
      )}
    </SettingsRow>
  )

  function store(state: NonNullable<typeof data>): void {
    queries.setQueryData(options.queryKey, state)
  }
}
