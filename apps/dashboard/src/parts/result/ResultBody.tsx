import { Empty, LoadingAnimation } from '@stoa/ui'
import { type ReactNode, type Ref, Suspense, useMemo, useRef } from 'react'
import { withAxes } from '../chart/chart-config.ts'
import { lazyContent } from '../frame/lazy-part.tsx'
import { Grid } from '../grid/Grid.tsx'
import { arrange, arrangedSource, columnKeys, layoutMenu, withMoved, withWidth } from '../grid/layout.ts'
import type { CellMenuItem, CopyResult, GridCell, GridHandle, SelectionSummary } from '../grid/types.ts'
import type { Run, RunResult } from '../sql-run/run-state.ts'
import { useValue } from '../value/value.ts'
import { isOrdered } from './compare.ts'
import { FilterBar } from './FilterBar.tsx'
import { ResultTools } from './ResultTools.tsx'
import { chartOf, type ResultView, viewOf } from './result-view.ts'
import { type Condition, type ViewSpec, WHOLE } from './row-view.ts'
import { useView } from './use-view.ts'

const ChartPane = lazyContent(async () => (await import('../chart/ChartPane.tsx')).ChartPane)

type ResultBodyProps = {
  /** The project's ref. */
  readonly project: string
  readonly documentId: string
  /** The document's text, in which parameters are declared. */
  readonly text: string
  readonly run: Run
  readonly result: RunResult
  /** The tabs of the results, when there are several. */
  readonly tabs: ReactNode
  readonly grid: {
    readonly ref: Ref<GridHandle>
    readonly onCopy: (result: CopyResult) => void
    readonly onViewCell: (cell: GridCell) => void
    readonly onSelectionChange: (summary: SelectionSummary) => void
  }
}

/** A result with rows: as a table that can be sorted, searched and arranged, or as a chart. */
export function ResultBody({ project, documentId, text, run, result, tabs, grid }: ResultBodyProps) {
  const { columns, rows } = result
  const kept = viewOf(rows)
  const view = useValue(kept)
  const chartValue = chartOf(project, documentId)
  const chart = useValue(chartValue)
  const change = (part: Partial<ResultView>) => kept.set({ ...kept.get(), ...part })
  const own = useRef<GridHandle | null>(null)

  const { rows: chosen, found, isBusy } = useView(rows, columns, view.spec)
  const arranged = useMemo(() => arrange(columns, view.layout), [columns, view.layout])
  const source = useMemo(
    () => arrangedSource(chosen, arranged.indices, columns.length),
    [chosen, arranged, columns.length],
  )
  const isChart = chart.view === 'chart'
  const { sort } = view.spec
  const shownSort = sort === null ? -1 : arranged.indices.indexOf(sort.column)

  return (
    <>
      <div className="flex flex-none items-center gap-3 border-t border-line pr-2 pl-3">
        <div className="min-w-0 flex-1 overflow-x-auto">{tabs}</div>
        <div className="py-1">
          <ResultTools
            project={project}
            run={run}
            result={result}
            text={text}
            columns={arranged.columns}
            rows={source}
            view={chart.view}
            onView={(next) => chartValue.set({ ...chartValue.get(), view: next })}
            isSearching={view.isSearching}
            onSearch={() => change({ isSearching: !view.isSearching })}
            selection={() => own.current?.selection() ?? null}
            onCopy={grid.onCopy}
          />
        </div>
      </div>
      {view.isSearching ? (
        <FilterBar
          columns={columns}
          spec={view.spec}
          onSpec={(spec) => change({ spec })}
          found={found}
          total={rows.rowCount}
          isBusy={isBusy}
          onClose={() => {
            change({ isSearching: false })
            own.current?.focus()
          }}
        />
      ) : null}
      <div className="min-h-0 flex-1 border-t border-line">
        {isChart ? (
          <Suspense fallback={<LoadingAnimation />}>
            <ChartPane
              columns={columns}
              source={chosen}
              config={withAxes(chart, columns)}
              onConfig={(config) => chartValue.set(config)}
            />
          </Suspense>
        ) : found === 0 && !isBusy ? (
          <Empty
            title="No row matches"
            action={
              <button type="button" className="ui-link" onClick={() => change({ spec: WHOLE })}>
                Show all rows
              </button>
            }
          />
        ) : (
          <Grid
            label="Query results"
            columns={arranged.columns}
            source={source}
            frozen={arranged.frozen}
            subject={rows}
            sort={shownSort < 0 || sort === null ? null : { column: shownSort, descending: sort.descending }}
            headMenuItems={(at) => [
              ...sortMenu(arranged.indices[at] ?? 0, view.spec, (spec) => change({ spec })),
              ...layoutMenu(columns, view.layout, at, (layout) => change({ layout })),
            ]}
            menuItems={(cell) =>
              filterMenu({ ...cell, column: arranged.indices[cell.column] ?? 0 }, view.spec, (spec) =>
                change({ spec, isSearching: true }),
              )
            }
            onColumnResize={(at, width) => {
              const key = columnKeys(columns)[arranged.indices[at] ?? 0]
              if (key !== undefined) change({ layout: withWidth(kept.get().layout, key, width) })
            }}
            onColumnMove={(from, to) => change({ layout: withMoved(kept.get().layout, columns, from, to) })}
            {...grid}
            ref={(handle) => {
              own.current = handle
              give(grid.ref, handle)
            }}
          />
        )}
      </div>
    </>
  )
}

function give<T>(ref: Ref<T>, value: T | null): void {
  if (typeof ref === 'function') ref(value)
  else if (ref !== null) ref.current = value
}

function sortMenu(column: number, spec: ViewSpec, onSpec: (spec: ViewSpec) => void): CellMenuItem[] {
  const isBy = (descending: boolean) => spec.sort?.column === column && spec.sort.descending === descending
  const item = (label: string, sort: ViewSpec['sort']): CellMenuItem => ({
    label,
    onSelect: () => onSpec({ ...spec, sort }),
  })
  return [
    ...(isBy(false) ? [] : [item('Sort ascending', { column, descending: false })]),
    ...(isBy(true) ? [] : [item('Sort descending', { column, descending: true })]),
    ...(spec.sort === null ? [] : [item('Remove sort', null)]),
  ]
}

/** What of the rows can be left out by one of their values. */
function filterMenu(cell: GridCell, spec: ViewSpec, onSpec: (spec: ViewSpec) => void): CellMenuItem[] {
  const { column, value, type } = cell
  const item = (label: string, operator: Condition['operator']): CellMenuItem => ({
    label,
    onSelect: () => {
      const condition: Condition = { column, operator, value: value ?? '' }
      const others = spec.conditions.filter(
        (one) => one.column !== column || one.operator !== operator || one.value !== condition.value,
      )
      onSpec({ ...spec, conditions: [...others, condition] })
    },
  })
  if (value === null)
    return [item('Only rows with NULL here', 'is null'), item('Only rows without NULL here', 'is not null')]
  return [
    item('Only rows with this value', '='),
    item('Only rows without this value', '≠'),
    ...(isOrdered(type) ? [item('Only rows with more', '>'), item('Only rows with less', '<')] : []),
  ]
}
