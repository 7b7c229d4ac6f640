import { ErrorState, SettingsRow, SkeletonRows } from '@stoa/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client, orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { ModelForm } from '../../parts/assistant-model/ModelForm.tsx'
import { useModelChanged } from '../../parts/assistant-model/use-model-changed.ts'

/** The model of all organizations that have none of their own, for the account that set the platform up. */
export function PlatformModel() {
  const queries = useQueryClient()
  const changed = useModelChanged()
  const options = orpc.ai.model.get.queryOptions()
  const { data, error, refetch, isFetching } = useQuery(options)
  const store = (state: NonNullable<typeof data>) => void queries.setQueryData(options.queryKey, state)
  return (
    <SettingsRow
      title={<span id="assistant-model">Assistant model</span>}
      description="The language model that the assistant asks for every organization without one of its own. You alone can change it, since you set this platform up."
    >
      {data !== undefined ? (
        <ModelForm
          state={data}
          disabledReason={undefined}
          save={async (changes) => changed(await client.ai.model.update(changes), store)}
          remove={async () => changed(await client.ai.model.remove(), store)}
          probe={async (changes) => {
            const tried = await client.ai.model.probe(changes)
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
}
