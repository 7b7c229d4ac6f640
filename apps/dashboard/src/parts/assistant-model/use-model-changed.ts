import type { ModelState } from '@stoa/contract'
import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'

/** Notes what is set now, and lets the assistant ask again whether it has a model. */
export function useModelChanged() {
  const queries = useQueryClient()
  return (state: ModelState, store: (state: ModelState) => void): ModelState => {
    store(state)
    void queries.invalidateQueries({ queryKey: orpc.project.assistant.get.key() })
    void queries.invalidateQueries({ queryKey: orpc.ai.organizationModel.get.key() })
    return state
  }
}
