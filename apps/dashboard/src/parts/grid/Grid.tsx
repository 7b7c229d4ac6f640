import { type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { CellMenu } from './CellMenu.tsx'
import './cell-leads.css'
import { GridController } from './controller.ts'
import { createElements } from './elements.ts'
import './grid.css'
import { attachKeyboard } from './keyboard.ts'
import './picture.css'
import { attachPointer } from './pointer.ts'
import { rangeOf } from './selection.ts'
import type {
  CellMenuItem,
  CellOverlay,
  CopyResult,
  GridCell,
  GridColumn,
  GridHandle,
  GridSort,
  RowSource,
  SelectionSummary,
} from './types.ts'

export type GridProps = {
  /** The columns; another array shows another grid, from its beginning. */
  columns: readonly GridColumn[]
  /** The rows; see RowSource for how they change without React. */
  source: RowSource
  /** What the grid is, for people who do not see it: "Query results". */
  label: string
  onSelectionChange?: (summary: SelectionSummary) => void
  /** The result of every copy, whichever way it was asked for. */
  onCopy?: (result: CopyResult) => void
  /** 'View cell content' was chosen. Without it the cell menu does not offer it. */
  onViewCell?: (cell: GridCell) => void
  /** A cell was opened by double click, Enter, F2 or the space bar; the same as onViewCell when left out. */
  onOpenCell?: (cell: GridCell) => void
  /** The arrow of a cell was pressed, in a column that leads to something else. */
  onFollow?: (cell: GridCell) => void
  /** More entries for the menu of a cell. */
  menuItems?: (cell: GridCell) => readonly CellMenuItem[]
  /** What the menu of a column offers. Without it heads have no menu. */
  headMenuItems?: (column: number) => readonly CellMenuItem[]
  /** By which column the rows are sorted. The grid shows it and does not sort. */
  sort?: GridSort | null
  /** How many columns stay at the left edge while the others scroll. */
  frozen?: number
  /**
   * What is shown. While this stays the same, other columns or rows keep the scroll position, and columns with the
   * same key the width that they had.
   */
  subject?: unknown
  /** A column has got another width by hand, in pixels. */
  onColumnResize?: (column: number, width: number) => void
  /** A selected column was dragged to the place of another one. Without it heads are not dragged. */
  onColumnMove?: (from: number, to: number) => void
  /** Something to lay over one cell; give null or nothing when there is none. */
  overlay?: CellOverlay | null
  ref?: Ref<GridHandle>
}

type OpenMenu = {
  readonly items: readonly CellMenuItem[]
  readonly label: string
  readonly x: number
  readonly y: number
}

/**
 * A grid for any number of rows and columns, as big as the element it stands in. Only what is in view is in the
 * document, and neither scrolling, selecting nor new rows make React render. Empty and loading states are the
 * caller's to show in its place.
 */
export function Grid(props: GridProps) {
  const { columns, source, label, overlay, ref, subject, frozen = 0, sort = null } = props
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [grid, setGrid] = useState<GridController | null>(null)
  const activeId = useId()
  const host = useRef<HTMLDivElement>(null)
  const clip = useRef<HTMLDivElement>(null)
  const over = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (!host.current || !clip.current || !over.current) return
    const elements = createElements(host.current, clip.current, over.current)
    const controller = new GridController(elements, activeId)
    const detach = [attachPointer(elements.scroller, controller), attachKeyboard(elements.scroller, controller)]
    setGrid(controller)
    return () => {
      for (const leave of detach) leave()
      controller.destroy()
      setGrid(null)
    }
  }, [activeId])

  const menuItems = (cell: GridCell): CellMenuItem[] => [
    {
      label: 'Copy cell content',
      onSelect: () => void grid?.copy({ top: cell.row, bottom: cell.row, left: cell.column, right: cell.column }),
    },
    ...(props.onViewCell ? [{ label: 'View cell content', onSelect: () => props.onViewCell?.(cell) }] : []),
    ...(props.menuItems?.(cell) ?? []),
  ]

  useLayoutEffect(() => {
    if (!grid) return
    grid.events = {
      onSelectionChange: props.onSelectionChange,
      onCopy: props.onCopy,
      onOpen: props.onOpenCell ?? props.onViewCell,
      onFollow: props.onFollow,
      onMenu: (cell, x, y) => setMenu({ items: menuItems(cell), label: 'Cell', x, y }),
      onHeadMenu:
        props.headMenuItems &&
        ((column, x, y) => setMenu({ items: props.headMenuItems?.(column) ?? [], label: 'Column', x, y })),
      onColumnResize: props.onColumnResize,
      onColumnMove: props.onColumnMove,
    }
  })

  useLayoutEffect(() => grid?.setLabel(label), [grid, label])
  useLayoutEffect(() => grid?.show(columns, source, { frozen, subject }), [grid, columns, source, frozen, subject])
  useLayoutEffect(() => grid?.setSort(sort), [grid, sort])

  const overRow = overlay?.row
  const overColumn = overlay?.column
  useLayoutEffect(() => {
    const hasCell = overRow !== undefined && overColumn !== undefined
    grid?.setOverlay(hasCell ? { row: overRow, column: overColumn } : null)
  }, [grid, overRow, overColumn])

  useImperativeHandle(
    ref,
    () => ({
      focus: () => grid?.focus(),
      scrollTo: (cell, isFirst) => grid?.scrollTo(cell, isFirst),
      select: (range) =>
        grid?.goTo(
          range && {
            unit: 'cells',
            anchor: { row: range.top, column: range.left },
            active: { row: range.bottom, column: range.right },
          },
        ),
      topRow: () => grid?.topRow ?? 0,
      selection: () => (grid ? rangeOf(grid.selection, grid.size) : null),
      cell: (at) => grid?.cell(at) ?? null,
      copy: async () => (grid ? await grid.copy() : { status: 'failed', rows: 0, columns: 0 }),
    }),
    [grid],
  )

  return (
    <div className="dg-frame">
      <div ref={host} data-head-menus={props.headMenuItems ? '' : undefined} />
      <div ref={clip} className="dg-clip">
        <div ref={over} className="dg-overlay" hidden>
          {overlay?.content}
        </div>
      </div>
      {menu && (
        <CellMenu
          x={menu.x}
          y={menu.y}
          label={menu.label}
          items={menu.items}
          onClose={() => {
            setMenu(null)
            grid?.focus()
          }}
        />
      )}
    </div>
  )
}
