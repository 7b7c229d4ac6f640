import type { DatabaseExtension } from '@stoa/contract'
import { disableExtension, updateExtension } from '@stoa/sql/ddl'
import { Button, type Column, DataList, NoMatch, Segmented } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { useQueryParams } from '../../../../parts/query-params/use-query-params.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { ObjectsPage, useObjectFilter } from '../objects/ObjectsPage.tsx'
import { useObjectChange } from '../objects/use-object-change.ts'
import { KNOWN_MISSING, type MissingExtension } from './missing.ts'
import { whyNotDisabled, whyNotEnabled } from './reasons.ts'
import { whyUntrusted } from './untrusted.ts'

const EnableDialog = lazyDialog(async () => (await import('./EnableDialog.tsx')).EnableDialog)

const WORDS = {
  title: 'Extensions',
  description: 'What the server brings along to be enabled, and what it does not have.',
  one: 'an extension',
  many: 'extensions',
  empty: 'The server has no extensions.',
}
const SHOWN = ['all', 'enabled', 'missing'] as const
type Shown = (typeof SHOWN)[number]

/** Extensions of the database: enabled, available, and well-known ones that this build lacks. */
export function ExtensionsScreen() {
  const { ref, name } = useProject()
  usePageTitle('Extensions', name)
  const list = useQuery({
    ...orpc.project.database.extensions.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'extensions'),
  })
  const changes = useObjectChange(ref)
  const [params, setParams] = useQueryParams()
  const { words, clear } = useObjectFilter()
  const shown: Shown = SHOWN.find((one) => one === params.show) ?? 'all'
  const [open, setOpen] = useState<DatabaseExtension | null>(null)

  const disable = (extension: DatabaseExtension) =>
    changes.review({
      title: `Disable ${extension.name}`,
      statements: [disableExtension(extension.name)],
      label: 'Disable',
      done: `Disabled ${extension.name}`,
      losses: extension.required_by.length > 0 ? [`${extension.required_by.join(', ')} needs it.`] : [],
      typed: extension.name,
      drops: {
        objects: extension.id === null ? [] : [{ kind: 'extension', id: extension.id }],
        cascade: [disableExtension(extension.name, true)],
      },
    })
  const update = (extension: DatabaseExtension) =>
    changes.review({
      title: `Update ${extension.name} to ${extension.default_version}`,
      statements: [updateExtension(extension.name)],
      label: 'Update',
      done: `${extension.name} is at ${extension.default_version}`,
    })

  const enabled = list.data?.filter(({ installed_version: version }) => version !== null)
  const rows = shown === 'enabled' ? enabled : list.data
  const there = new Set(list.data?.map((one) => one.name))
  const wanted = words.trim().toLowerCase()
  const missing = KNOWN_MISSING.filter(
    (one) => !there.has(one.name) && `${one.name} ${one.about}`.toLowerCase().includes(wanted),
  )

  const missingBody =
    missing.length === 0 ? (
      <NoMatch title="No extensions match" onClear={clear} />
    ) : (
      <DataList
        tall
        label="Extensions that are not in this build"
        columns={MISSING_COLUMNS}
        rows={missing}
        rowKey={(one) => one.name}
      />
    )

  const columns: Column<DatabaseExtension>[] = [
    {
      key: 'name',
      header: 'Name',
      clip: true,
      narrow: 'title',
      cell: ({ name: extension, comment, trusted, installed_version: version }) => (
        <span className="min-w-0">
          <span className="clip block font-medium">{extension}</span>
          <span className="clip block text-12 text-fg-3" title={comment ?? undefined}>
            {comment}
          </span>
          {trusted || version !== null ? null : (
            <span className="block whitespace-normal text-12 text-fg-2">{whyUntrusted(extension)}.</span>
          )}
        </span>
      ),
    },
    {
      key: 'version',
      header: 'Version',
      width: 92,
      narrow: 'end',
      cell: ({ installed_version: version, default_version: latest }) => (
        <span className={`num ${version === null ? 'text-fg-3' : ''}`}>{version ?? latest}</span>
      ),
    },
    {
      key: 'schema',
      header: 'Schema',
      width: 132,
      clip: true,
      cell: ({ schema, installed_version: version }) =>
        version === null ? null : <span className="text-fg-2">{schema}</span>,
    },
    {
      key: 'state',
      header: 'State',
      hideHeader: true,
      align: 'end',
      width: 168,
      narrow: 'actions',
      cell: (extension) => (
        <span className="flex justify-end gap-2">
          {extension.installed_version !== null && extension.installed_version !== extension.default_version ? (
            <Button size="sm" disabledReason={changes.disabledReason} onClick={() => update(extension)}>
              Update
            </Button>
          ) : null}
          {extension.installed_version === null ? (
            <Button
              size="sm"
              aria-label={`Enable ${extension.name}`}
              disabledReason={changes.disabledReason ?? whyNotEnabled(extension, list.data ?? [])}
              onClick={() => setOpen(extension)}
            >
              Enable
            </Button>
          ) : (
            <Button
              size="sm"
              variant="bad-quiet"
              aria-label={`Disable ${extension.name}`}
              disabledReason={changes.disabledReason ?? whyNotDisabled(extension)}
              onClick={() => disable(extension)}
            >
              Disable
            </Button>
          )}
        </span>
      ),
    },
  ]

  return (
    <ObjectsPage
      words={WORDS}
      asked={list}
      rows={rows}
      rowKey={(extension) => extension.name}
      textOf={(extension) => `${extension.name} ${extension.comment ?? ''}`}
      columns={columns}
      create={null}
      tall
      tools={
        <Segmented
          label="Which extensions"
          value={shown}
          onValueChange={(next) => setParams({ show: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', label: 'All', count: list.data?.length },
            { value: 'enabled', label: 'Enabled', count: enabled?.length },
            {
              value: 'missing',
              label: 'Not in this build',
              count: list.data === undefined ? undefined : missing.length,
            },
          ]}
        />
      }
      body={shown === 'missing' ? missingBody : undefined}
    >
      <Suspense fallback={null}>
        {open === null ? null : (
          <EnableDialog
            projectRef={ref}
            extension={open}
            all={list.data ?? []}
            changes={changes}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
      {changes.dialog}
    </ObjectsPage>
  )
}

const MISSING_COLUMNS: Column<MissingExtension>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '26%',
    narrow: 'title',
    cell: ({ name, about }) => (
      <span className="block whitespace-normal">
        <span className="block font-medium">{name}</span>
        <span className="block text-12 text-fg-3">{about}</span>
      </span>
    ),
  },
  {
    key: 'why',
    header: 'Why it is not here',
    cell: ({ why }) => <span className="block whitespace-normal text-12 text-fg-2">{why}.</span>,
  },
  {
    key: 'instead',
    header: 'What does the same',
    width: '32%',
    narrow: 'sub',
    cell: ({ instead }) => (
      <span className="block whitespace-normal text-12">{instead === null ? 'Nothing yet.' : `${instead}.`}</span>
    ),
  },
]
