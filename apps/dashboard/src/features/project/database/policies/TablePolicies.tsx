import type { DatabasePolicy, PolicyTable } from '@stoa/contract'
import {
  ActionsMenu,
  actionsColumn,
  Badge,
  Button,
  type Column,
  DataList,
  MenuItem,
  MenuSeparator,
  Section,
  Status,
} from '@stoa/ui'
import { FlaskConical, Pencil, Plus, ShieldCheck, ShieldOff, Trash2, UserLock } from 'lucide-react'
import { NameButton } from '../objects/NameButton.tsx'

export type PolicyAct =
  | { readonly what: 'new' | 'try' | 'turn' | 'force'; readonly table: PolicyTable }
  | { readonly what: 'edit' | 'drop'; readonly table: PolicyTable; readonly policy: DatabasePolicy }

/** One table with its policies. */
export function TablePolicies({
  table,
  disabledReason,
  onAct,
}: {
  table: PolicyTable
  disabledReason: string | undefined
  onAct: (act: PolicyAct) => void
}) {
  return (
    <Section
      title={
        <>
          <span className="font-regular text-fg-3">{table.schema}.</span>
          {table.name}
        </>
      }
      count={table.policies.length === 0 ? undefined : table.policies.length}
      more={
        <span className="flex items-center gap-2">
          <Status tone={table.rls_enabled ? 'ok' : 'warn'}>
            <span className="max-wide:sr-only">
              RLS {table.rls_enabled ? (table.rls_forced ? 'forced' : 'on') : 'off'}
            </span>
          </Status>
          <Button
            size="sm"
            icon={FlaskConical}
            aria-label={`Try out ${table.name}`}
            className="max-wide:hidden"
            onClick={() => onAct({ what: 'try', table })}
          >
            Try out
          </Button>
          <Button
            size="sm"
            icon={Plus}
            aria-label={`New policy on ${table.name}`}
            disabledReason={disabledReason}
            onClick={() => onAct({ what: 'new', table })}
          >
            New policy
          </Button>
          <ActionsMenu of={table.name}>
            <MenuItem icon={FlaskConical} onSelect={() => onAct({ what: 'try', table })}>
              Try out
            </MenuItem>
            <MenuItem
              icon={table.rls_enabled ? ShieldOff : ShieldCheck}
              disabledReason={disabledReason}
              onSelect={() => onAct({ what: 'turn', table })}
            >
              {table.rls_enabled ? 'Turn row level security off' : 'Turn row level security on'}
            </MenuItem>
            <MenuItem icon={UserLock} disabledReason={disabledReason} onSelect={() => onAct({ what: 'force', table })}>
              {table.rls_forced ? 'Let its owner pass' : 'Hold its owner to policies too'}
            </MenuItem>
          </ActionsMenu>
        </span>
      }
    >
      {table.policies.length === 0 ? (
        <p className="py-2 text-fg-2">
          {table.rls_enabled ? 'No policies: only service_role and the owner reach its rows.' : whoReaches(table)}
        </p>
      ) : (
        <>
          {table.rls_enabled ? null : (
            <p className="pt-2 text-fg-2">{whoReaches(table)} Its policies hold once it is on.</p>
          )}
          <DataList
            label={`Policies of ${table.name}`}
            columns={columns(table, disabledReason, onAct)}
            rows={table.policies}
            rowKey={({ id }) => String(id)}
          />
        </>
      )}
    </Section>
  )
}

/** Who gets at the rows of a table without row level security. */
function whoReaches({ grants }: PolicyTable): string {
  const open = ['anon', 'authenticated'].filter((role) => (grants[role]?.length ?? 0) > 0)
  if (open.length === 0) return 'Row level security is off. Only service_role and the owner have privileges on it.'
  const verbs = [...new Set(open.flatMap((role) => grants[role] ?? []))].map((verb) => verb.toLowerCase())
  return `Row level security is off: ${open.join(' and ')} may ${verbs.join(', ')} every row.`
}

const columns = (
  table: PolicyTable,
  disabledReason: string | undefined,
  onAct: (act: PolicyAct) => void,
): Column<DatabasePolicy>[] => [
  {
    key: 'name',
    header: 'Policy',
    width: '34%',
    clip: true,
    narrow: 'title',
    cell: (policy) => (
      <NameButton
        name={policy.name}
        label={`Edit the policy ${policy.name}`}
        onOpen={() => onAct({ what: 'edit', table, policy })}
      >
        {policy.permissive ? null : <Badge tone="warn">restrictive</Badge>}
      </NameButton>
    ),
  },
  {
    key: 'command',
    header: 'For',
    width: 84,
    narrow: 'end',
    cell: ({ command }) => <Badge>{command.toLowerCase()}</Badge>,
  },
  {
    key: 'roles',
    header: 'Roles',
    clip: true,
    width: '22%',
    narrow: 'sub',
    cell: ({ roles }) => (roles[0] === 'public' ? 'everybody' : roles.join(', ')),
  },
  {
    key: 'condition',
    header: 'Condition',
    clip: true,
    cell: ({ using, check }) => (
      <code
        className="ui-mono text-12"
        title={[using, check === null || check === using ? null : `with check ${check}`].filter(Boolean).join('\n')}
      >
        {using ?? check}
      </code>
    ),
  },
  actionsColumn((policy) => (
    <ActionsMenu of={policy.name}>
      <MenuItem icon={Pencil} onSelect={() => onAct({ what: 'edit', table, policy })}>
        Edit
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        destructive
        disabledReason={disabledReason}
        onSelect={() => onAct({ what: 'drop', table, policy })}
      >
        Drop
      </MenuItem>
    </ActionsMenu>
  )),
]
