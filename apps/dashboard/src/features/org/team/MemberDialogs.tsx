import type { Member, Organization } from '@stoa/contract'
import { Button, Dialog, toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { useRefreshShell, useShell } from '../../../api/shell.ts'
import { FormError } from '../../../parts/forms/FormError.tsx'
import { RolesFields } from './RolesFields.tsx'
import { draftProblem, toDraft, toInput } from './roles.ts'

type Props = { organization: Organization; member: Member; onClose: () => void }

/** Changes what a member may do. */
export function ChangeRoles({ organization, member, onClose }: Props) {
  const queries = useQueryClient()
  const refreshShell = useRefreshShell()
  const { profile } = useShell()
  const [draft, setDraft] = useState(() => toDraft(member))
  const [problem, setProblem] = useState<string | null>(null)
  const save = useMutation({
    ...orpc.org.team.setRoles.mutationOptions(),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.org.team.list.key() })
      // One's own roles decide what the page allows.
      if (member.user_id === profile.id) await refreshShell()
      toast.success(`Changed the roles of ${member.user_name}`)
      onClose()
    },
  })
  const submit = () => {
    const wrong = draftProblem(draft)
    setProblem(wrong)
    if (wrong === null) save.mutate({ slug: organization.slug, user_id: member.user_id, ...toInput(draft) })
  }
  return (
    <Dialog
      onClose={onClose}
      locked={save.isPending}
      title={`Roles of ${member.user_name}`}
      width={480}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving">
            Save roles
          </Button>
        </>
      }
    >
      <RolesFields slug={organization.slug} draft={draft} onChange={setDraft} error={problem} />
      <FormError message={save.isError ? errorMessage(save.error) : undefined} />
    </Dialog>
  )
}

/** Takes a member out of the organization. */
export function RemoveMember({ organization, member, onClose }: Props) {
  const queries = useQueryClient()
  const remove = useMutation({
    ...orpc.org.team.remove.mutationOptions(),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.org.team.list.key() })
      toast.success(`Removed ${member.user_name}`)
      onClose()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      locked={remove.isPending}
      title={`Remove ${member.user_name}`}
      description={`${member.user_name} loses access to ${organization.name} and its projects at once. What they made stays.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="destructive"
            busy={remove.isPending}
            busyLabel="Removing"
            onClick={() => remove.mutate({ slug: organization.slug, user_id: member.user_id })}
          >
            Remove member
          </Button>
        </>
      }
    >
      <FormError message={remove.isError ? errorMessage(remove.error) : undefined} />
    </Dialog>
  )
}

/** Leaves the organization. */
export function LeaveOrganization({ organization, onClose }: Omit<Props, 'member'>) {
  const navigate = useNavigate()
  const refreshShell = useRefreshShell()
  const leave = useMutation({
    ...orpc.org.team.leave.mutationOptions(),
    onSuccess: async () => {
      // The page of an organization one is not in must not be drawn: leave first, then forget it.
      await navigate({ to: '/projects' })
      toast.success(`Left ${organization.name}`)
      await refreshShell()
    },
  })
  return (
    <Dialog
      onClose={onClose}
      locked={leave.isPending}
      title={`Leave ${organization.name}`}
      description="You lose access to its projects at once. Only an invitation brings you back."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="destructive"
            busy={leave.isPending}
            busyLabel="Leaving"
            onClick={() => leave.mutate({ slug: organization.slug })}
          >
            Leave organization
          </Button>
        </>
      }
    >
      <FormError message={leave.isError ? errorMessage(leave.error) : undefined} />
    </Dialog>
  )
}
