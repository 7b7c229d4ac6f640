import { useQuery } from '@tanstack/react-query'
import { client, orpc } from '../../api/client.ts'
import { ModelSettings } from '../../parts/assistant-model/ModelSettings.tsx'

/** The model of all organizations that have none of their own, for the account that set the platform up. */
export function PlatformModel() {
  const options = orpc.ai.model.get.queryOptions()
  return (
    <ModelSettings
      description="The language model that the assistant asks for every organization without one of its own. You alone can change it, since you set this platform up."
      query={useQuery(options)}
      queryKey={options.queryKey}
      calls={client.ai.model}
      disabledReason={undefined}
    />
  )
}
