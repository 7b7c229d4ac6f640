import type { DatabaseRole } from '@stoa/contract'
import { Segmented } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyContent, lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { useQueryParams } from '../../../../parts/query-params/use-query-params.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { ObjectsPage } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'
import { type RoleAct, roleColumns } from './role-columns.tsx'

const RoleSheet = lazyDialog(async () => (await import('./RoleSheet.tsx')).RoleSheet)
const DropRoleDialog = lazyDialog(async () => (await import('./DropRoleDialog.tsx')).DropRoleDialog)
const Grants = lazyContent(async () => (await import('./Grants.tsx')).Grants)

const WORDS = {
  title: 'Roles',
  description: 'Who may log in to the database, as whom requests of the APIs run, and what each of them may do.',
  one: 'a role',
  many: 'roles',
  empty: 'Every database has roles.',
}

/** Roles of the database, and what they may do with its tables. */
export function RolesScreen() {
  const { ref, name } = useProject()
  usePageTitle('Roles', name)
  const list = useQuery({
    ...orpc.project.database.roles.list.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'roles'),
  })
  const changes = useObjectChange(ref)
  const [params, setParams] = useQueryParams()
  const [open, setOpen] = useState<RoleAct | null>(null)
  const isGrants = params.show === 'privileges'
  const close = () => setOpen(null)
  const edited = open?.what === 'edit' ? open.role : null

  return (
    <ObjectsPage<DatabaseRole>
      words={isGrants ? { ...WORDS, one: 'a table' } : WORDS}
      asked={list}
      rows={list.data?.roles}
      rowKey={(role) => role.name}
      textOf={(role) => `${role.name} ${role.comment ?? ''}`}
      columns={roleColumns(changes.disabledReason, setOpen)}
      create={{ label: 'New role', disabledReason: changes.disabledReason, onClick: () => setOpen({ what: 'new' }) }}
      tall
      tools={
        <Segmented
          label="What is shown"
          value={isGrants ? 'privileges' : 'roles'}
          onValueChange={(show) => setParams({ show: show === 'roles' ? undefined : show })}
          options={[
            { value: 'roles', label: 'Roles' },
            { value: 'privileges', label: 'Privileges' },
          ]}
        />
      }
      body={
        isGrants ? (
          <Suspense fallback={null}>
            <Grants projectRef={ref} roles={list.data?.roles ?? []} changes={changes} />
          </Suspense>
        ) : undefined
      }
    >
      <Suspense fallback={null}>
        {open === null ? null : open.what === 'drop' ? (
          <DropRoleDialog role={open.role} changes={changes} onClose={close} />
        ) : (
          <RoleSheet
            key={edited?.name ?? 'new'}
            projectRef={ref}
            role={edited}
            all={list.data?.roles ?? []}
            major={list.data?.major ?? 0}
            changes={changes}
            onClose={close}
          />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}
