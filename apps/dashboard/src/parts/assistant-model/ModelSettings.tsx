import type { ModelState, ModelTried } from '@stoa/contract'
import { ErrorState, SettingsRow, SkeletonRows } from '@stoa/ui'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { type ModelChanges, ModelForm } from './ModelForm.tsx'

/** What is asked of the platform about a model at one place. */
type Calls = {
  readonly update: (changes: ModelChanges) => Promise<ModelState>
  readonly remove: () => Promise<ModelState>
  readonly probe: (changes: Partial<ModelChanges>) => Promise<ModelTried>
}

/** The row of a settings page in which the assistant's model is set: an organization's, or the platform's. */
export function ModelSettings({
  description,
  query: { data, error, refetch, isFetching },
  queryKey,
  calls: { update, remove, probe },
  disabledReason,
}: {
  description: string
  query: UseQueryResult<ModelState>
  queryKey: readonly unknown[]
  calls: Calls
  /** Why it cannot be changed; undefined when it can. */
  disabledReason: string | undefined
}) {
  const queries = useQueryClient()
  /** Notes what is set now, and lets the assistant ask again whether it has a model. */
  const changed = (state: ModelState): ModelState => {
    queries.setQueryData(queryKey, state)
    void queries.invalidateQueries({ queryKey: orpc.project.assistant.get.key() })
    void queries.invalidateQueries({ queryKey: orpc.ai.organizationModel.get.key() })
    return state
  }
  return (
    <SettingsRow title={<span id="assistant-model">Assistant model</span>} description={description}>
      {data !== undefined ? (
        <ModelForm
          state={data}
          disabledReason={disabledReason}
          save={async (changes) => changed(await update(changes))}
          remove={async () => changed(await remove())}
          probe={async (changes) => {
            const tried = await probe(changes)
            void queries.invalidateQueries({ queryKey })
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
