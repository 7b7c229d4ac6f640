import { type Member, organizationPermissions } from '@stoa/contract'
import {
  ActionsMenu,
  Avatar,
  actionsColumn,
  Badge,
  Button,
  type Column,
  DataList,
  formatAge,
  formatDateTime,
  MenuItem,
  Page,
  PageHeader,
  Section,
} from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { LogOut, Pencil, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../../api/client.ts'
import { listFailure } from '../../../api/failure.ts'
import { usePermission } from '../../../api/permissions.ts'
import { useShell } from '../../../api/shell.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useOrganization } from '../use-organization.ts'
import { describeRoles } from './describe-roles.ts'
import { Invitations } from './Invitations.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { ChangeRoles, LeaveOrganization, RemoveMember } from './MemberDialogs.tsx'

type Open = { kind: 'invite' } | { kind: 'roles' | 'remove' | 'leave'; member: Member } | null

/** Who may work in the organization, with which roles, and who is invited. */
export function TeamScreen() {
  const organization = useOrganization()
  usePageTitle('Team', organization.name)
  const { slug } = organization
  const { profile } = useShell()
  const members = useQuery(orpc.org.team.list.queryOptions({ input: { slug } }))
  const manage = usePermission(organizationPermissions.manageMembers, { slug })
  const owners = usePermission(organizationPermissions.manageOwners, { slug })
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)

  const columns: Column<Member>[] = [
    {
      key: 'name',
      header: 'Name',
      clip: true,
      width: '38%',
      narrow: 'title',
      cell: (member) => (
        <span className="flex items-center gap-3">
          <Avatar name={member.user_name} />
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              <span className="clip font-medium">{member.user_name}</span>
              {member.user_id === profile.id ? <Badge>you</Badge> : null}
            </span>
            <span className="clip block text-12 text-fg-3">{member.email}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'roles',
      header: 'Roles',
      clip: true,
      narrow: 'sub',
      cell: (member) => <span className="max-wide:pl-9">{describeRoles(member.role, member.projects)}</span>,
    },
    {
      key: 'joined',
      header: 'Joined',
      narrow: 'sub-end',
      width: 140,
      cell: (member) => (
        <span className="text-fg-3" title={formatDateTime(member.joined_at)}>
          {formatAge(member.joined_at)}
        </span>
      ),
    },
    actionsColumn((member) => {
      const self = member.user_id === profile.id
      const reason = manage.reason ?? (member.role === 'Owner' ? owners.reason : undefined)
      return (
        <ActionsMenu of={member.user_name}>
          <MenuItem icon={Pencil} disabledReason={reason} onSelect={() => setOpen({ kind: 'roles', member })}>
            Change roles
          </MenuItem>
          {self ? (
            <MenuItem icon={LogOut} destructive onSelect={() => setOpen({ kind: 'leave', member })}>
              Leave organization
            </MenuItem>
          ) : (
            <MenuItem
              icon={UserMinus}
              destructive
              disabledReason={reason}
              onSelect={() => setOpen({ kind: 'remove', member })}
            >
              Remove member
            </MenuItem>
          )}
        </ActionsMenu>
      )
    }),
  ]

  return (
    <Page>
      <PageHeader
        title="Team"
        actions={
          <Button
            variant="primary"
            size="sm"
            icon={UserPlus}
            disabledReason={manage.reason}
            onClick={() => setOpen({ kind: 'invite' })}
          >
            Invite
          </Button>
        }
      />
      <Section title="Members" count={members.data?.length}>
        <DataList
          tall
          label="Members"
          columns={columns}
          rows={members.data}
          rowKey={(member) => member.user_id}
          loadingRows={3}
          {...listFailure(members, 'Failed to load members')}
        />
      </Section>
      {manage.allowed ? <Invitations slug={slug} /> : null}
      {open?.kind === 'invite' ? <InviteDialog organization={organization} onClose={close} /> : null}
      {open?.kind === 'roles' ? <ChangeRoles organization={organization} member={open.member} onClose={close} /> : null}
      {open?.kind === 'remove' ? (
        <RemoveMember organization={organization} member={open.member} onClose={close} />
      ) : null}
      {open?.kind === 'leave' ? <LeaveOrganization organization={organization} onClose={close} /> : null}
    </Page>
  )
}
