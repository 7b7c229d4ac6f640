import { type ApiKey, type Project, projectPermissions } from '@stoa/contract'
import {
  ActionsMenu,
  actionsColumn,
  Badge,
  Button,
  type Column,
  copyAndSay,
  DataList,
  MenuItem,
  SettingsRow,
} from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Copy, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { client, orpc } from '../../../../api/client.ts'
import { listFailure } from '../../../../api/failure.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { EndDialog } from '../../../../parts/tokens/EndDialog.tsx'
import { expiresColumn, lastUsedColumn } from '../../../../parts/tokens/token-columns.tsx'
import { useEnding } from '../../../../parts/tokens/use-ending.ts'

const NewKeyDialog = lazyDialog(async () => (await import('./NewKeyDialog.tsx')).NewKeyDialog)
const RenameKeyDialog = lazyDialog(async () => (await import('./NewKeyDialog.tsx')).RenameKeyDialog)

type Open = { readonly what: 'new' } | { readonly what: 'rename' | 'revoke'; readonly key: ApiKey }

/** Keys that people make: one for each place that uses them, so that one can be revoked without the others. */
export function OwnKeys({ project: { ref } }: { project: Project }) {
  const { allowed } = usePermission(projectPermissions.readKeys, { ref })
  const { reason } = usePermission(projectPermissions.changeKeys, { ref })
  const keys = useQuery(orpc.project.settings.api.keysV1.queryOptions({ input: { ref }, enabled: allowed }))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  // The list of the other keys says already that this person may not see any.
  if (!allowed) return null
  return (
    <SettingsRow
      title="Publishable and secret keys"
      description="One for each app or job, with an end if you like. A revoked key is refused at once."
      aside={
        <Button size="sm" icon={Plus} disabledReason={reason} onClick={() => setOpen({ what: 'new' })}>
          New key
        </Button>
      }
    >
      <DataList
        label="Publishable and secret keys"
        columns={columns((what, key) => setOpen({ what, key }), reason)}
        rows={keys.data?.filter(({ type }) => type !== 'legacy')}
        rowKey={({ id }) => id}
        loadingRows={2}
        {...listFailure(keys, 'Failed to retrieve API keys')}
        empty={<p className="py-4 text-fg-2">No keys yet. A secret key is shown once, when it is made.</p>}
      />
      <Suspense fallback={null}>
        {open?.what === 'new' ? <NewKeyDialog projectRef={ref} onClose={close} /> : null}
        {open?.what === 'rename' ? <RenameKeyDialog projectRef={ref} apiKey={open.key} onClose={close} /> : null}
      </Suspense>
      {open?.what === 'revoke' ? <RevokeKey projectRef={ref} apiKey={open.key} onClose={close} /> : null}
    </SettingsRow>
  )
}

const columns = (
  act: (what: 'rename' | 'revoke', key: ApiKey) => void,
  reason: string | undefined,
): Column<ApiKey>[] => [
  {
    key: 'name',
    header: 'Name',
    width: '30%',
    clip: true,
    narrow: 'title',
    cell: ({ name, description }) => <span title={description ?? undefined}>{name}</span>,
  },
  {
    key: 'type',
    header: 'Type',
    narrow: 'end',
    cell: ({ type }) => (type === 'secret' ? <Badge tone="bad">secret</Badge> : <Badge>publishable</Badge>),
  },
  { key: 'prefix', header: 'Begins with', narrow: 'sub', cell: ({ prefix }) => <code>{prefix}…</code> },
  expiresColumn(),
  lastUsedColumn(),
  actionsColumn((key) => (
    <ActionsMenu of={key.name}>
      {key.api_key === null ? null : (
        <MenuItem icon={Copy} onSelect={() => void copyAndSay(key.api_key ?? '', 'Copied the key')}>
          Copy key
        </MenuItem>
      )}
      <MenuItem icon={Pencil} disabledReason={reason} onSelect={() => act('rename', key)}>
        Rename
      </MenuItem>
      <MenuItem icon={Trash2} destructive disabledReason={reason} onSelect={() => act('revoke', key)}>
        Revoke
      </MenuItem>
    </ActionsMenu>
  )),
]

function RevokeKey({ projectRef: ref, apiKey, onClose }: { projectRef: string; apiKey: ApiKey; onClose: () => void }) {
  const ending = useEnding({
    end: () => client.project.settings.api.deleteKeyV1({ ref, id: apiKey.id }),
    list: orpc.project.settings.api.keysV1.key(),
    done: `Revoked ${apiKey.name}`,
    failed: 'Failed to revoke the key',
    onClose,
  })
  return (
    <EndDialog
      {...ending}
      title={`Revoke ${apiKey.name}`}
      description="Whatever uses this key is refused from now on. It cannot be undone."
      label="Revoke key"
      busyLabel="Revoking"
    />
  )
}
