import { clsx } from 'clsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { HTMLAttributes, ReactNode, TableHTMLAttributes, TdHTMLAttributes, ThHTMLAttributes } from 'react'
import { Icon } from './icon.tsx'
import { ErrorState, SkeletonRows } from './states.tsx'

/** A plain table in the look of a list; for what DataList cannot say. */
export function Table({ className, ...rest }: TableHTMLAttributes<HTMLTableElement>) {
  return <table {...rest} className={clsx('ui-list', className)} />
}

/** The direction a column is sorted in. */
export type SortDirection = 'ascending' | 'descending'
export type Sort = { key: string; direction: SortDirection }

/** A column head; with `onSort` it is a button that turns the direction. */
export function Th({
  align,
  sorted,
  onSort,
  children,
  ...rest
}: Omit<ThHTMLAttributes<HTMLTableCellElement>, 'align'> & {
  align?: 'start' | 'end'
  sorted?: SortDirection | undefined
  onSort?: (() => void) | undefined
}) {
  return (
    <th scope="col" {...rest} data-align={align} aria-sort={onSort ? (sorted ?? 'none') : undefined}>
      {onSort ? (
        <button type="button" className="ui-sort" onClick={onSort}>
          {children}
          <Icon of={sorted === 'descending' ? ArrowDown : ArrowUp} size="xs" />
        </button>
      ) : (
        children
      )}
    </th>
  )
}

/** A cell; numbers stand at the end. */
export function Td({
  align,
  ...rest
}: Omit<TdHTMLAttributes<HTMLTableCellElement>, 'align'> & { align?: 'start' | 'end' }) {
  return <td {...rest} data-align={align} />
}

/** Where a cell goes on a narrow screen, in the two lines of its row; `hide` leaves it out. */
export type NarrowPlace = 'title' | 'end' | 'sub' | 'sub-end' | 'actions' | 'hide'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  /** In px or as a percentage. */
  width?: number | string
  sortable?: boolean
  /** Keeps the name of the column for screen readers only, as for a column of menus. */
  hideHeader?: boolean
  /** Cuts long content off; the column then gives way to the others. */
  clip?: boolean
  narrow?: NarrowPlace
}

/**
 * The column at the end of a row with what can be done with it, usually one menu.
 * @param cell gives the buttons of a row, each of which names the row
 */
export const actionsColumn = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  key: 'actions',
  header: 'Actions',
  hideHeader: true,
  align: 'end',
  width: 36,
  narrow: 'actions',
  cell,
})

/**
 * A list of things with its four states as arguments: rows, loading, error, empty. The head stays in all of them.
 * On narrow screens each row becomes two lines, unless `narrow` is `scroll`.
 * Make the whole row a link by giving the link in its first cell the class `ui-rowlink`.
 * @param rows undefined while they are on their way.
 * @param error shown in place of the rows; what to do again is `onRetry`.
 * @param empty an Empty or a NoMatch, shown when there are no rows.
 */
export function DataList<Row>({
  label,
  columns,
  rows,
  rowKey,
  loading = rows === undefined,
  loadingRows = 5,
  error,
  onRetry,
  retryLabel,
  retrying,
  empty,
  sort,
  onSortChange,
  tall,
  narrow = 'stack',
  rowAttributes,
  className,
}: {
  /** Names the table. */
  label: string
  columns: Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  loading?: boolean
  loadingRows?: number
  error?: { title: string; reason?: ReactNode; detail?: string } | null
  onRetry?: () => void
  retryLabel?: string
  retrying?: boolean
  empty?: ReactNode
  sort?: Sort
  onSortChange?: (sort: Sort) => void
  /** Rows of 46 px, for two lines. */
  tall?: boolean
  narrow?: 'stack' | 'scroll'
  /** Attributes of a row, such as `data-current`. */
  rowAttributes?: (row: Row) => HTMLAttributes<HTMLTableRowElement> & { [data: `data-${string}`]: string | undefined }
  className?: string
}) {
  const stacked = narrow === 'stack'
  const turn = (key: string) =>
    onSortChange?.({
      key,
      direction: sort?.key === key && sort.direction === 'ascending' ? 'descending' : 'ascending',
    })
  const waiting = loading && !error && !rows?.length
  return (
    <div className={clsx(!stacked && 'ui-list-scroll', className)}>
      <table
        className="ui-list"
        aria-label={label}
        aria-busy={waiting || undefined}
        data-narrow={narrow}
        data-rows={tall ? 'tall' : undefined}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <Th
                key={column.key}
                align={column.align}
                style={column.width === undefined ? undefined : { width: column.width }}
                sorted={sort?.key === column.key ? sort.direction : undefined}
                onSort={column.sortable && onSortChange ? () => turn(column.key) : undefined}
              >
                {column.hideHeader ? <span className="ui-vh">{column.header}</span> : column.header}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {error || waiting
            ? null
            : rows?.map((row) => (
                <tr key={rowKey(row)} {...rowAttributes?.(row)}>
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      data-align={column.align}
                      data-clip={column.clip ? '' : undefined}
                      data-cell={stacked ? (column.narrow ?? 'hide') : undefined}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
      {error ? (
        <ErrorState {...error} onRetry={onRetry} retryLabel={retryLabel} retrying={retrying} />
      ) : waiting ? (
        <SkeletonRows rows={loadingRows} rowHeight={tall ? 46 : 36} />
      ) : rows && rows.length === 0 ? (
        empty
      ) : null}
    </div>
  )
}
