import { type EditorTable, type EditorView, PAGE_ROWS, projectPermissions, TABLE_CHANGED } from '@stoa/contract'
import { Button, Empty, ErrorState, NoMatch, toast } from '@stoa/ui'
import { MainPanel, Panels, SidePanel } from '@stoa/ui/panels'
import { useQueryClient } from '@tanstack/react-query'
import { memo, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { lazyContent, lazyDialog } from '../../../parts/frame/lazy-part.tsx'
import { Grid } from '../../../parts/grid/Grid.tsx'
import { sayCopy } from '../../../parts/grid/say-copy.ts'
import type { GridCell, GridHandle, SelectionSummary } from '../../../parts/grid/types.ts'
import { useHandler } from '../../../parts/value/use-handler.ts'
import { createValue, useValue } from '../../../parts/value/value.ts'
import { ExportMenu } from './ExportMenu.tsx'
import { SaveBar } from './edit/SaveBar.tsx'
import { useCellEditor } from './edit/use-cell-editor.tsx'
import { useEditing } from './edit/use-editing.ts'
import { ImportButton } from './import/ImportButton.tsx'
import type { OpenTable } from './memory.ts'
import { type OpenPanel, peekTargets } from './panel/open-panel.ts'
import type { Shape } from './shape/use-shape.tsx'
import { TableBar } from './TableBar.tsx'
import { TableStatus } from './TableStatus.tsx'
import { useColumns } from './use-columns.ts'
import { addressOf, askAhead, type Words } from './use-editor.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useCellMenu } from './use-menus.ts'
import { useRows } from './use-rows.ts'
import { useSelectedInSight } from './use-sight.ts'
import { useStaged } from './use-staged.ts'
import { useTopOf } from './use-top.ts'

const RowPanel = lazyDialog(async () => (await import('./panel/RowPanel.tsx')).RowPanel)
const Definition = lazyContent(async () => (await import('../../../parts/table-form/Definition.tsx')).Definition)
const Peek = lazyDialog(async () => (await import('./panel/Peek.tsx')).Peek)

/** The rows of one table, with everything that can be done with them. Drawn anew only when something of it changed. */
export const TableView = memo(function TableView({
  projectRef: ref,
  view,
  words,
  shownWords,
  busy,
  onPlace,
  onRefresh,
  onUnsaved,
  columnMenu,
}: {
  projectRef: string
  view: EditorView & { table: EditorTable }
  words: Words
  /** Those that the rows shown were read with. */
  shownWords: Words
  busy: boolean
  onPlace: (table: OpenTable, words: Words) => void
  /** Asks for everything anew. */
  onRefresh: () => Promise<unknown>
  onUnsaved: (table: OpenTable, unsaved: boolean) => void
  columnMenu: Shape['columnMenu']
}) {
  const { table } = view
  const onWords = useCallback(
    (words: Words) => onPlace({ schema: table.schema, table: table.name }, words),
    [onPlace, table.schema, table.name],
  )
  const queries = useQueryClient()
  const write = usePermission(projectPermissions.writeSql, { ref })
  const readOnlyReason = table.not_editable ?? write.reason ?? null
  const insertReason = table.not_insertable ?? write.reason ?? null
  const staged = useStaged(ref, table)
  const hasStaged = useValue(staged).rows.length > 0
  useEffect(() => onUnsaved({ schema: table.schema, table: table.name }, hasStaged), [onUnsaved, hasStaged, table])

  const [shownPage, setShownPage] = useState<'rows' | 'definition'>('rows')
  const { filter } = words
  const { pages, source } = useRows(ref, table, view.page, shownWords, staged)
  const failure = useSyncExternalStore(
    (listener) => pages.subscribe(listener),
    () => pages.failure,
  )
  useEffect(() => {
    if (failure && errorMessage(failure) === TABLE_CHANGED) {
      toast.info(TABLE_CHANGED)
      void onRefresh()
    }
  }, [failure, onRefresh])
  const editing = useEditing(table, source, staged)
  const columns = useColumns(ref, table, source, words, onWords, columnMenu)
  // Not how many there are: with every page that comes all of this would be drawn anew.
  const isEmpty = useSyncExternalStore(
    (listener) => source.subscribe(listener),
    () => source.rowCount === 0,
  )

  const grid = useRef<GridHandle>(null)
  useTopOf(shownWords, grid, columns.shown)
  const [selection] = useState(() => createValue<SelectionSummary | null>(null))
  const [panel, setPanel] = useState<OpenPanel | null>(null)
  const real = (column: number) => columns.indices[column] ?? -1
  useSelectedInSight(grid, panel !== null)

  const cells = useCellEditor({
    table,
    source,
    editing,
    real,
    columnCount: columns.shown.length,
    grid,
    readOnlyReason,
    insertReason,
    onRow: (row, focus) => setPanel({ kind: 'row', row, focus }),
  })
  const insert = () => {
    editing.insert()
    const at = source.insertCount - 1
    grid.current?.scrollTo({ row: at, column: 0 })
    setPanel({ kind: 'row', row: at, focus: null })
  }
  const menuItems = useCellMenu({
    table,
    source,
    editing,
    readOnlyReason,
    insertReason,
    words,
    onWords,
    real,
    grid,
    onPanel: setPanel,
    onEdit: cells.open,
  })
  const keys = useGridKeys({
    editing,
    indices: columns.indices,
    grid,
    readOnlyReason: insertReason,
    onType: cells.type,
  })

  const follow = (cell: GridCell) => {
    const [target] = peekTargets(table, source.row(cell.row) ?? [], real(cell.column))
    if (target === undefined) return
    grid.current?.select({ top: cell.row, bottom: cell.row, left: cell.column, right: cell.column })
    setPanel({ kind: 'peek', target })
  }
  const closePanel = () => {
    setPanel(null)
    grid.current?.focus()
  }

  const currentWords = useHandler(() => words)
  const onImported = useHandler(() => void onRefresh().then(() => pages.reload()))
  const onSaved = useHandler(() => {
    setPanel(null)
    pages.reload()
    // Whoever comes back to this table is not to see it as it was.
    void queries.invalidateQueries({ queryKey: orpc.project.editor.key(), refetchType: 'none' })
  })

  return (
    <Panels>
      <MainPanel>
        <TableBar
          table={table}
          words={words}
          busy={busy}
          onAsk={(asked) => askAhead(queries, ref, addressOf({ schema: table.schema, table: table.name }, asked))}
          onWords={onWords}
          onRefresh={() => {
            // Below the first page the rows are read again where they are, and nothing moves.
            if ((grid.current?.topRow() ?? 0) < PAGE_ROWS) void onRefresh()
            else pages.reload()
          }}
          onInsert={insert}
          insertReason={insertReason}
          page={shownPage}
          onPage={setShownPage}
          actions={
            <>
              <ImportButton projectRef={ref} schema={table.schema} table={table} onDone={onImported} />
              <ExportMenu projectRef={ref} table={table} words={currentWords} />
            </>
          }
        />
        <div className="relative min-h-0 flex-1" {...keys}>
          {shownPage === 'definition' ? (
            <div className="h-full overflow-auto p-4">
              <Suspense fallback={null}>
                <Definition projectRef={ref} schema={table.schema} name={table.name} />
              </Suspense>
            </div>
          ) : view.problem !== null ? (
            <div className="p-6">
              <ErrorState
                title="Failed to load rows"
                reason={view.problem}
                retrying={busy}
                onRetry={() => void onRefresh()}
                secondary={
                  words.sort.length + filter.length > 0 ? (
                    <Button onClick={() => onWords({ sort: [], filter: [] })}>Show all rows</Button>
                  ) : null
                }
              />
            </div>
          ) : isEmpty ? (
            <NoRows
              filtered={filter.length > 0}
              table={table}
              reason={insertReason}
              onClear={() => onWords({ ...words, filter: [] })}
            />
          ) : (
            <Grid
              ref={grid}
              columns={columns.shown}
              source={columns.source}
              label={table.name}
              subject={`${table.schema} ${table.name}`}
              frozen={columns.frozen}
              sort={columns.sort}
              headMenuItems={columns.headMenu}
              onColumnResize={columns.onResize}
              onColumnMove={columns.onMove}
              onSelectionChange={selection.set}
              onCopy={sayCopy}
              onOpenCell={cells.open}
              onFollow={follow}
              menuItems={menuItems}
              overlay={cells.overlay}
            />
          )}
        </div>
        <SaveBar projectRef={ref} table={table} staged={staged} onSaved={onSaved} onReload={onRefresh} />
        {view.problem === null ? (
          <TableStatus
            projectRef={ref}
            table={table}
            words={shownWords}
            onWords={onWords}
            estimate={view.estimate}
            source={source}
            grid={grid}
            selection={selection}
          />
        ) : null}
      </MainPanel>
      {panel === null ? null : (
        <SidePanel
          label="Details"
          storageKey="stoa.tables.row"
          edge="end"
          size="340px"
          min="280px"
          max="50%"
          className="max-wide:fixed max-wide:inset-0 max-wide:z-(--z-drawer)"
        >
          <Suspense fallback={null}>
            {panel.kind === 'row' ? (
              <RowPanel
                projectRef={ref}
                table={table}
                source={source}
                staged={staged}
                editing={editing}
                row={panel.row}
                focus={panel.focus}
                readOnlyReason={typeof source.at(panel.row) === 'string' ? insertReason : readOnlyReason}
                onRow={(row) => setPanel({ kind: 'row', row, focus: null })}
                onClose={closePanel}
              />
            ) : (
              <Peek projectRef={ref} target={panel.target} onClose={closePanel} />
            )}
          </Suspense>
        </SidePanel>
      )}
    </Panels>
  )
})

function NoRows({
  filtered,
  table,
  reason,
  onClear,
}: {
  filtered: boolean
  table: EditorTable
  reason: string | null
  onClear: () => void
}) {
  return (
    <div className="grid h-full content-center p-6">
      {filtered ? (
        <NoMatch title="No rows match" onClear={onClear} />
      ) : (
        <Empty
          title={`${table.name} has no rows`}
          text={reason ?? 'Insert the first one, or write to the table with SQL.'}
        />
      )}
    </div>
  )
}
