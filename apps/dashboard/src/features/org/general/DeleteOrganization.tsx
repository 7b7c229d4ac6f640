import { HAS_PROJECTS, type Organization, organizationPermissions } from '@stoa/contract'
import { Button, SettingsRow, TypedConfirm, toast } from '@stoa/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { useRefreshShell, useShell } from '../../../api/shell.ts'

/** Deletes the organization, once it has no projects. */
export function DeleteOrganization({ organization }: { organization: Organization }) {
  const navigate = useNavigate()
  const refreshShell = useRefreshShell()
  const { projects } = useShell()
  const { reason } = usePermission(organizationPermissions.remove, { slug: organization.slug })
  const [open, setOpen] = useState(false)
  const remove = useMutation({
    ...orpc.org.general.remove.mutationOptions(),
    onSuccess: async () => {
      // The page of an organization that is gone must not be drawn: leave first, then forget it.
      await navigate({ to: '/projects' })
      toast.success(`Successfully deleted ${organization.name}`)
      await refreshShell()
    },
  })
  const occupied = projects.some((project) => project.organization_slug === organization.slug)
  return (
    <SettingsRow title="Delete organization" description="Removes its members and invitations with it.">
      <div>
        <Button
          variant="bad-quiet"
          disabledReason={reason ?? (occupied && HAS_PROJECTS)}
          onClick={() => {
            remove.reset()
            setOpen(true)
          }}
        >
          Delete organization
        </Button>
      </div>
      <TypedConfirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Confirm deletion of ${organization.name}`}
        description="Its members lose access at once. It cannot be undone."
        value={organization.name}
        confirmLabel="I understand, delete this organization"
        busyLabel="Deleting"
        busy={remove.isPending}
        error={remove.isError ? errorMessage(remove.error) : undefined}
        onConfirm={() => remove.mutate({ slug: organization.slug })}
      />
    </SettingsRow>
  )
}
