import type { DatabaseRole } from '@stoa/contract'
import { ActionsMenu, actionsColumn, Badge, type Column, MenuItem, MenuSeparator } from '@stoa/ui'
import { Pencil, Trash2 } from 'lucide-react'
import { NameButton } from '../objects/NameButton.tsx'
import { attributeWords, keptReason, roleAbout } from './words.ts'

export type RoleAct = { readonly what: 'new' } | { readonly what: 'edit' | 'drop'; readonly role: DatabaseRole }

/** The columns of the list of roles. */
export const roleColumns = (
  disabledReason: string | undefined,
  onAct: (act: RoleAct) => void,
): Column<DatabaseRole>[] => [
  {
    key: 'name',
    header: 'Name',
    width: '40%',
    clip: true,
    narrow: 'title',
    cell: (role) => (
      <span className="min-w-0">
        <NameButton name={role.name} label={`Edit the role ${role.name}`} onOpen={() => onAct({ what: 'edit', role })}>
          {role.origin === 'people' ? null : <Badge>{role.origin === 'platform' ? 'platform' : 'Postgres'}</Badge>}
        </NameButton>
        <span className="clip block text-12 text-fg-3">{roleAbout(role)}</span>
      </span>
    ),
  },
  {
    key: 'attributes',
    header: 'Attributes',
    clip: true,
    narrow: 'sub',
    cell: (role) => <span className="text-fg-2">{attributeWords(role)}</span>,
  },
  {
    key: 'member',
    header: 'Member of',
    clip: true,
    width: '20%',
    cell: ({ member_of: roles }) => (
      <span title={roles.map(({ role }) => role).join(', ')}>{roles.map(({ role }) => role).join(', ')}</span>
    ),
  },
  {
    key: 'connections',
    header: 'Connections',
    align: 'end',
    width: 104,
    narrow: 'end',
    cell: ({ active_connections: active, connection_limit: limit }) => (
      <span className="num">
        {active}
        {limit < 0 ? null : <span className="text-fg-3"> of {limit}</span>}
      </span>
    ),
  },
  actionsColumn((role) => (
    <ActionsMenu of={role.name}>
      <MenuItem icon={Pencil} onSelect={() => onAct({ what: 'edit', role })}>
        Edit
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        destructive
        disabledReason={disabledReason ?? keptReason(role)}
        onSelect={() => onAct({ what: 'drop', role })}
      >
        Drop
      </MenuItem>
    </ActionsMenu>
  )),
]
