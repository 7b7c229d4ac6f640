import type { Invitation } from '@stoa/contract'
import { Button, type Column, DataList, formatAge, formatDateTime, Section, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { listFailure } from '../../../api/failure.ts'
import { useShell } from '../../../api/shell.ts'
import { describeRoles } from './describe-roles.ts'

/** Links that have been made and not yet used. Only for those who may manage members. */
export function Invitations({ slug }: { slug: string }) {
  const invitations = useQuery(orpc.org.team.invitations.queryOptions({ input: { slug } }))
  const names = new Map(useShell().projects.map((project) => [project.ref, project.name]))
  const columns: Column<Invitation>[] = [
    {
      key: 'for',
      header: 'For',
      width: '28%',
      clip: true,
      narrow: 'title',
      cell: (invitation) => invitation.email ?? <span className="text-fg-2">Anyone with the link</span>,
    },
    {
      key: 'roles',
      header: 'Roles',
      width: '26%',
      clip: true,
      narrow: 'sub',
      cell: ({ role, projects }) =>
        describeRoles(
          role,
          projects.map((project) => ({ name: names.get(project.ref) ?? project.ref, role: project.role })),
        ),
    },
    { key: 'by', header: 'Invited by', cell: (invitation) => invitation.invited_by },
    {
      key: 'made',
      header: 'Made',
      cell: (invitation) => (
        <span className="text-fg-3" title={formatDateTime(invitation.created_at)}>
          {formatAge(invitation.created_at)}
        </span>
      ),
    },
    {
      key: 'until',
      header: 'Works until',
      narrow: 'end',
      cell: (invitation) => <span className="num">{formatDateTime(invitation.expires_at)}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      narrow: 'actions',
      cell: (invitation) => <Withdraw slug={slug} invitation={invitation} />,
    },
  ]
  return (
    <Section title="Invitations" count={invitations.data?.length || undefined}>
      <DataList
        label="Invitations"
        columns={columns}
        rows={invitations.data}
        rowKey={(invitation) => invitation.id}
        loadingRows={1}
        {...listFailure(invitations, 'Failed to load invitations')}
        empty={<p className="py-4 text-fg-2">No open invitations.</p>}
      />
    </Section>
  )
}

function Withdraw({ slug, invitation }: { slug: string; invitation: Invitation }) {
  const queries = useQueryClient()
  const withdraw = useMutation({
    ...orpc.org.team.withdraw.mutationOptions(),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.org.team.invitations.key() })
      toast.success('Withdrew the invitation')
    },
    onError: (error) => toast.error({ title: 'Failed to withdraw the invitation', description: errorMessage(error) }),
  })
  return (
    <Button
      size="sm"
      variant="quiet"
      aria-label={`Withdraw the invitation for ${invitation.email ?? 'anyone with the link'}`}
      busy={withdraw.isPending}
      onClick={() => withdraw.mutate({ slug, id: invitation.id })}
    >
      Withdraw
    </Button>
  )
}
