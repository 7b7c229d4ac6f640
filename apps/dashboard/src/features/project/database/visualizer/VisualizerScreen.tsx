import type { SchemaDrawing } from '@stoa/contract'
import { buttonLook, Empty, ErrorState, LoadingAnimation, Segmented, Select } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import { orpc } from '../../../../api/client.ts'
import { failureOf } from '../../../../api/failure.ts'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { useSetQueryParams } from '../../../../parts/query-params/use-query-params.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'
import { EVERY_SCHEMA, visualizerSearch } from './search.ts'

// Drawing brings libraries that no other page needs.
const Drawing = lazyContent(async () => (await import('./Drawing.tsx')).Drawing)

const FIRST_SCHEMA = 'public'

/** The tables of the database and the keys between them, as a drawing that can be moved about in. */
export function VisualizerScreen() {
  const project = useProject()
  const { ref } = project
  usePageTitle('Visualizer', project.name)
  const search = visualizerSearch(useSearch({ from: '/frame/project/$ref/database/visualizer' }))
  const setParams = useSetQueryParams()
  const drawing = useQuery({
    ...orpc.project.database.visualizer.draw.queryOptions({ input: { ref } }),
    meta: showsLists(ref, 'tables', 'schemas', 'indexes'),
  })
  const onCurrent = useCallback((table: string | null) => setParams({ table: table ?? undefined }), [setParams])
  const schemas = schemasOf(drawing.data)
  const chosen = search.schema ?? (schemas.includes(FIRST_SCHEMA) ? FIRST_SCHEMA : EVERY_SCHEMA)
  const columns = search.columns ?? 'all'
  return (
    <div className="flex h-full min-h-0 flex-col overflow-hidden">
      <div className="flex min-h-bar flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <h1 className="mr-2 font-semi">Visualizer</h1>
        <span className="w-44">
          <Select
            size="sm"
            aria-label="Schema"
            value={chosen}
            onValueChange={(schema) => setParams({ schema, table: undefined })}
            options={[
              { value: EVERY_SCHEMA, label: 'All schemas' },
              ...[...new Set([...schemas, ...(chosen === EVERY_SCHEMA ? [] : [chosen])])].map((schema) => ({
                value: schema,
                label: schema,
              })),
            ]}
          />
        </span>
        <Segmented
          label="Columns"
          value={columns}
          onValueChange={(value) => setParams({ columns: value === 'keys' ? 'keys' : undefined })}
          options={[
            { value: 'all', label: 'All columns' },
            { value: 'keys', label: 'Keys' },
          ]}
        />
        {/* The drawing puts its own buttons here. */}
        <span id="drawing-tools" className="ml-auto flex items-center gap-1" />
      </div>
      {drawing.data === undefined ? (
        <div className="grid flex-1 content-center p-6">
          {drawing.error === null ? (
            <LoadingAnimation label="Reading the schema" />
          ) : (
            <ErrorState title="Failed to read the schema" {...failureOf(drawing)} />
          )}
        </div>
      ) : !drawing.data.tables.some(({ schema }) => chosen === EVERY_SCHEMA || schema === chosen) ? (
        <div className="grid flex-1 content-center p-6">
          <Empty
            title={chosen === EVERY_SCHEMA ? 'No tables yet' : `No tables in ${chosen} yet`}
            text="Write a CREATE TABLE, and it is drawn here."
            action={
              <Link to="/project/$ref/sql" params={{ ref }} {...buttonLook({ variant: 'primary' })}>
                Open the SQL editor
              </Link>
            }
          />
        </div>
      ) : (
        <Suspense
          fallback={
            <div className="grid flex-1 content-center p-6">
              <LoadingAnimation label="Loading" />
            </div>
          }
        >
          <Drawing
            projectRef={ref}
            drawing={drawing.data}
            schema={chosen === EVERY_SCHEMA ? null : chosen}
            keysOnly={columns === 'keys'}
            current={search.table ?? null}
            onCurrent={onCurrent}
          />
        </Suspense>
      )}
    </div>
  )
}

const schemasOf = (drawing: SchemaDrawing | undefined): string[] => [
  ...new Set(drawing?.tables.map(({ schema }) => schema)),
]
