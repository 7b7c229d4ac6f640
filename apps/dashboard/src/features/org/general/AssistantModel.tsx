import { type Organization, organizationPermissions } from '@stoa/contract'
import { useQuery } from '@tanstack/react-query'
import { client, orpc } from '../../../api/client.ts'
import { usePermission } from '../../../api/permissions.ts'
import { ModelSettings } from '../../../parts/assistant-model/ModelSettings.tsx'

/** The organization's own model for the assistant, in place of the platform's. */
export function AssistantModel({ organization: { slug } }: { organization: Organization }) {
  const options = orpc.ai.organizationModel.get.queryOptions({ input: { slug } })
  const calls = client.ai.organizationModel
  return (
    <ModelSettings
      description="The language model that the assistant asks for this organization’s projects. Without one of its own, the platform’s is asked."
      query={useQuery(options)}
      queryKey={options.queryKey}
      calls={{
        update: (changes) => calls.update({ slug, ...changes }),
        remove: () => calls.remove({ slug }),
        probe: (changes) => calls.probe({ slug, ...changes }),
      }}
      disabledReason={usePermission(organizationPermissions.update, { slug }).reason}
    />
  )
}
