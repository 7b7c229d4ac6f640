import { type ApiKey, type Project, projectPermissions } from '@stoa/contract'
import {
  Badge,
  Button,
  type Column,
  copyText,
  DataList,
  IconButton,
  Menu,
  MenuItem,
  SettingsRow,
  toast,
} from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { usePermission } from '../../../../api/permissions.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { EndDialog } from '../../../../parts/tokens/EndDialog.tsx'
import { expiresColumn, lastUsedColumn } from '../../../../parts/tokens/token-columns.tsx'

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
        error={
          keys.isError && keys.data === undefined
            ? { title: 'Failed to retrieve API keys', reason: errorMessage(keys.error) }
            : null
        }
        onRetry={() => void keys.refetch()}
        retrying={keys.isFetching}
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
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    width: 36,
    narrow: 'actions',
    cell: (key) => (
      <Menu
        label={`Actions for ${key.name}`}
        align="end"
        trigger={<IconButton icon={Ellipsis} size="xs" label={`Actions for ${key.name}`} />}
      >
        {key.api_key === null ? null : (
          <MenuItem icon={Copy} onSelect={() => void copy(key.api_key ?? '')}>
            Copy key
          </MenuItem>
        )}
        <MenuItem icon={Pencil} disabledReason={reason} onSelect={() => act('rename', key)}>
          Rename
        </MenuItem>
        <MenuItem icon={Trash2} destructive disabledReason={reason} onSelect={() => act('revoke', key)}>
          Revoke
        </MenuItem>
      </Menu>
    ),
  },
]

async function copy(key: string): Promise<void> {
  if (await copyText(key)) toast.success('Copied the key')
  else toast.error({ title: 'Nothing was copied', description: 'The browser gave no access to the clipboard.' })
}

function RevokeKey({ projectRef: ref, apiKey, onClose }: { projectRef: string; apiKey: ApiKey; onClose: () => void }) {
  const queries = useQueryClient()
  const revoke = useMutation({
    ...orpc.project.settings.api.deleteKeyV1.mutationOptions(),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.project.settings.api.keysV1.key() })
      toast.success(`Revoked ${apiKey.name}`)
      onClose()
    },
    onError: (error) => toast.error({ title: 'Failed to revoke the key', description: errorMessage(error) }),
  })
  return (
    <EndDialog
      title={`Revoke ${apiKey.name}`}
      description="Whatever uses this key is refused from now on. It cannot be undone."
      label="Revoke key"
      busy={revoke.isPending}
      busyLabel="Revoking"
      onConfirm={() => revoke.mutate({ ref, id: apiKey.id })}
      onClose={onClose}
    />
  )
}
