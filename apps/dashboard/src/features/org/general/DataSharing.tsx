import { HIPAA_NEVER_SHARES, OPT_IN_TAGS, type Organization, organizationPermissions } from '@stoa/contract'
import { SettingsLine, SettingsRow, Switch, toast } from '@stoa/ui'
import { useMutation } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { useRefreshShell } from '../../../api/shell.ts'

const TAG = OPT_IN_TAGS[0]

/** Whether the assistant may be told about the structure of the organization's databases. */
export function DataSharing({ organization }: { organization: Organization }) {
  const refreshShell = useRefreshShell()
  const { reason } = usePermission(organizationPermissions.update, { slug: organization.slug })
  const update = useMutation({
    ...orpc.org.general.update.mutationOptions(),
    onSuccess: async (saved) => {
      await refreshShell()
      toast.success(saved.opt_in_tags.includes(TAG) ? 'Successfully opted-in' : 'Opted out')
    },
    onError: (error) => toast.error({ title: 'Failed to change data sharing', description: errorMessage(error) }),
  })
  const sent = update.isPending ? update.variables.opt_in_tags : undefined
  const on = (sent ?? organization.opt_in_tags).includes(TAG)
  return (
    <SettingsRow title="Data sharing" description="What leaves this installation, and only if you say so.">
      <SettingsLine
        label="Opt in to share anonymous data"
        hint="The assistant’s model is told the names of schemas, tables and columns. Rows only where somebody allows it for a chat."
      >
        <Switch
          aria-label="Opt in to share anonymous data"
          checked={on}
          disabledReason={reason ?? (organization.hipaa && HIPAA_NEVER_SHARES)}
          onCheckedChange={(checked) => update.mutate({ slug: organization.slug, opt_in_tags: checked ? [TAG] : [] })}
        />
      </SettingsLine>
    </SettingsRow>
  )
}
