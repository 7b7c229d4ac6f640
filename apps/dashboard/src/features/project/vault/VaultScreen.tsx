import { type Project, projectPermissions, type VaultSecret } from '@stoa/contract'
import {
  ActionsMenu,
  actionsColumn,
  Button,
  type Column,
  DataList,
  Empty,
  formatAge,
  formatDateTime,
  MenuItem,
  NoMatch,
  Note,
  Page,
  PageHeader,
  SearchField,
} from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { client, orpc } from '../../../api/client.ts'
import { listFailure } from '../../../api/failure.ts'
import { usePermission } from '../../../api/permissions.ts'
import { lazyDialog } from '../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../parts/page/title.ts'
import { DatabaseMenu } from '../../../parts/project/DatabaseMenu.tsx'
import { useProject } from '../../../parts/project/project.ts'
import { EndDialog } from '../../../parts/tokens/EndDialog.tsx'
import { useEnding } from '../../../parts/tokens/use-ending.ts'

const dialogs = () => import('./SecretDialogs.tsx')
const SecretForm = lazyDialog(async () => (await dialogs()).SecretForm)
const RevealDialog = lazyDialog(async () => (await dialogs()).RevealDialog)

type Open =
  | { readonly what: 'new' }
  | { readonly what: 'reveal' | 'edit' | 'delete'; readonly secret: VaultSecret }
  | null

/** Words that a project keeps to itself: sealed by the platform, opened for who may, and each look noted. */
export function VaultScreen() {
  const project = useProject()
  usePageTitle('Vault', project.name)
  const view = usePermission(projectPermissions.readVault, { ref: project.ref })
  const change = usePermission(projectPermissions.changeVault, { ref: project.ref })
  const [open, setOpen] = useState<Open>(null)
  return (
    <>
      <DatabaseMenu projectRef={project.ref} />
      <Page>
        <PageHeader
          title="Vault"
          description="Keys and passwords that the project needs, sealed by Stoa with a key that is not in the database. Every look at one is noted."
          actions={
            <Button
              variant="primary"
              size="sm"
              icon={Plus}
              disabledReason={change.reason}
              onClick={() => setOpen({ what: 'new' })}
            >
              New secret
            </Button>
          }
        />
        <Note>
          SQL does not see these secrets. The extension supabase_vault is not part of this Postgres, so there is no{' '}
          <code>vault.decrypted_secrets</code>: functions and triggers cannot read them. Read them here or through the
          API, and hand a value that SQL needs to the statement as a parameter.
        </Note>
        {view.allowed ? (
          <Secrets project={project} reason={change.reason} onOpen={setOpen} />
        ) : (
          <Empty title="The secrets are not shown" text={`${view.reason}.`} />
        )}
      </Page>
      <Suspense fallback={null}>
        {open?.what === 'new' ? (
          <SecretForm projectRef={project.ref} secret={null} onClose={() => setOpen(null)} />
        ) : null}
        {open?.what === 'edit' ? (
          <SecretForm projectRef={project.ref} secret={open.secret} onClose={() => setOpen(null)} />
        ) : null}
        {open?.what === 'reveal' ? (
          <RevealDialog projectRef={project.ref} secret={open.secret} onClose={() => setOpen(null)} />
        ) : null}
      </Suspense>
      {open?.what === 'delete' ? (
        <DeleteSecret projectRef={project.ref} secret={open.secret} onClose={() => setOpen(null)} />
      ) : null}
    </>
  )
}

function Secrets({
  project: { ref },
  reason,
  onOpen,
}: {
  project: Project
  reason: string | undefined
  onOpen: (open: Open) => void
}) {
  const secrets = useQuery(orpc.project.vault.list.queryOptions({ input: { ref } }))
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const rows = secrets.data?.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(words))
  return (
    <>
      <search className="mt-4 mb-3 flex">
        <SearchField
          label="Find a secret"
          className="w-[280px] max-wide:w-full"
          value={search}
          onValueChange={setSearch}
        />
      </search>
      <DataList
        label="Secrets"
        columns={columns(reason, onOpen)}
        rows={rows}
        rowKey={({ id }) => id}
        loadingRows={4}
        {...listFailure(secrets, 'Failed to load the secrets')}
        empty={
          words === '' ? (
            <Empty
              title="No secrets yet"
              text="Keep the key of a mail service or a password of a partner here, instead of in a table that a dump carries away."
              action={
                <Button icon={Plus} disabledReason={reason} onClick={() => onOpen({ what: 'new' })}>
                  New secret
                </Button>
              }
            />
          ) : (
            <NoMatch title="No secrets match" onClear={() => setSearch('')} />
          )
        }
      />
    </>
  )
}

const columns = (reason: string | undefined, onOpen: (open: Open) => void): Column<VaultSecret>[] => [
  {
    key: 'name',
    header: 'Name',
    width: '30%',
    clip: true,
    narrow: 'title',
    cell: (secret) => (
      <button type="button" className="ui-rowlink" onClick={() => onOpen({ what: 'reveal', secret })}>
        {secret.name}
      </button>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    clip: true,
    narrow: 'sub',
    cell: ({ description }) => <span className="text-fg-2">{description}</span>,
  },
  {
    key: 'updated',
    header: 'Changed',
    width: 148,
    narrow: 'end',
    cell: ({ updated_at }) => (
      <span className="num text-fg-2" title={formatDateTime(updated_at)}>
        {formatAge(updated_at)}
      </span>
    ),
  },
  actionsColumn((secret) => (
    <ActionsMenu of={secret.name}>
      <MenuItem icon={Eye} onSelect={() => onOpen({ what: 'reveal', secret })}>
        Reveal
      </MenuItem>
      <MenuItem icon={Pencil} disabledReason={reason} onSelect={() => onOpen({ what: 'edit', secret })}>
        Edit
      </MenuItem>
      <MenuItem icon={Trash2} destructive disabledReason={reason} onSelect={() => onOpen({ what: 'delete', secret })}>
        Delete
      </MenuItem>
    </ActionsMenu>
  )),
]

function DeleteSecret({
  projectRef: ref,
  secret,
  onClose,
}: {
  projectRef: string
  secret: VaultSecret
  onClose: () => void
}) {
  const ending = useEnding({
    end: () => client.project.vault.remove({ ref, id: secret.id }),
    list: orpc.project.vault.list.key(),
    done: `Deleted ${secret.name}`,
    failed: 'Failed to delete the secret',
    onClose,
  })
  return (
    <EndDialog
      {...ending}
      title={`Delete ${secret.name}`}
      description="Its value is gone for good: nobody can open it any more, and no backup of the database has it."
      label="Delete secret"
      busyLabel="Deleting"
    />
  )
}
