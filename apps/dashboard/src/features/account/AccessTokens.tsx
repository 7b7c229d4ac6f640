import type { AccessToken } from '@stoa/contract'
import {
  actionsColumn,
  Button,
  type Column,
  DataList,
  formatDate,
  formatDateTime,
  IconButton,
  SettingsRow,
} from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client, orpc } from '../../api/client.ts'
import { listFailure } from '../../api/failure.ts'
import { EndDialog } from '../../parts/tokens/EndDialog.tsx'
import { expiresColumn, lastUsedColumn } from '../../parts/tokens/token-columns.tsx'
import { useEnding } from '../../parts/tokens/use-ending.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'

/** Personal access tokens: what each is called, how it begins, how long it works, when it was last used. */
export function AccessTokens() {
  const tokens = useQuery(orpc.account.tokens.queryOptions())
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<AccessToken | null>(null)

  const columns: Column<AccessToken>[] = [
    { key: 'name', header: 'Name', width: '26%', clip: true, narrow: 'title', cell: (token) => token.name },
    { key: 'prefix', header: 'Begins with', narrow: 'sub', cell: (token) => <code>{token.prefix}…</code> },
    {
      key: 'created',
      header: 'Created',
      cell: (token) => <span title={formatDateTime(token.created_at)}>{formatDate(token.created_at)}</span>,
    },
    expiresColumn('end'),
    lastUsedColumn(),
    actionsColumn((token) => (
      <IconButton icon={Trash2} size="xs" label={`Delete ${token.name}`} onClick={() => setDeleting(token)} />
    )),
  ]

  return (
    <SettingsRow
      title="Access tokens"
      description="Let scripts and tools call the platform's API as you."
      aside={
        <Button size="sm" icon={Plus} onClick={() => setCreating(true)}>
          New token
        </Button>
      }
    >
      <DataList
        label="Access tokens"
        columns={columns}
        rows={tokens.data}
        rowKey={(token) => token.id}
        loadingRows={2}
        {...listFailure(tokens, 'Failed to load access tokens')}
        empty={<p className="py-4 text-fg-2">No tokens yet. A new one is shown once, when it is made.</p>}
      />
      {creating ? <NewTokenDialog onClose={() => setCreating(false)} /> : null}
      {deleting === null ? null : <DeleteToken token={deleting} onClose={() => setDeleting(null)} />}
    </SettingsRow>
  )
}

function DeleteToken({ token, onClose }: { token: AccessToken; onClose: () => void }) {
  const ending = useEnding({
    end: () => client.account.deleteToken({ id: token.id }),
    list: orpc.account.tokens.key(),
    done: `Deleted ${token.name}`,
    failed: 'Failed to delete the token',
    onClose,
  })
  return (
    <EndDialog
      {...ending}
      title={`Delete ${token.name}`}
      description="Whatever uses this token is refused from now on. It cannot be undone."
      label="Delete token"
      busyLabel="Deleting"
    />
  )
}
