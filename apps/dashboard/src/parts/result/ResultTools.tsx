import type { ExportFormat } from '@stoa/contract'
import { formatNumber, IconButton, Menu, MenuItem, MenuLabel, MenuSeparator, Segmented, toast } from '@stoa/ui'
import { ChartColumn, Copy, Download, Search, Table } from 'lucide-react'
import type { CellRange, CopyResult, GridColumn, RowSource } from '../grid/types.ts'
import type { Run, RunResult } from '../sql-run/run-state.ts'
import { FORMAT_NAMES, TEXT_FORMATS, type TextFormat } from './formats.ts'
import { copyAs, downloadHere, downloadWhole, NOT_RUN_AGAIN, statementOf } from './take-rows.ts'

// Beside the results of a long script there is no room for the words on a narrow screen.
const VIEWS = [
  { value: 'table' as const, label: <span className="max-wide:sr-only">Table</span>, icon: Table },
  { value: 'chart' as const, label: <span className="max-wide:sr-only">Chart</span>, icon: ChartColumn },
]
const FILE_NAMES: typeof FORMAT_NAMES = { ...FORMAT_NAMES, sql: 'SQL' }
const SERVER_FORMATS: readonly ExportFormat[] = ['csv', 'json', 'sql']

/** What can be done with a result as a whole. */
export function ResultTools({
  project,
  run,
  result,
  text,
  columns,
  rows,
  view,
  onView,
  isSearching,
  onSearch,
  selection,
  onCopy,
}: {
  /** The project's ref. */
  project: string
  run: Run
  result: RunResult
  /** The document's text, in which parameters are declared. */
  text: string
  /** The columns and rows as they are shown. */
  columns: readonly GridColumn[]
  rows: RowSource
  view: 'table' | 'chart'
  onView: (view: 'table' | 'chart') => void
  isSearching: boolean
  onSearch: () => void
  /** What is selected of them, asked for when it is needed. */
  selection: () => CellRange | null
  onCopy: (result: CopyResult) => void
}) {
  const copy = async (format: TextFormat) => {
    const everything = { top: 0, left: 0, bottom: rows.rowCount - 1, right: columns.length - 1 }
    const range = selection()
    // One selected cell is where somebody is, not what they want to copy.
    const isPart = range !== null && (range.top !== range.bottom || range.left !== range.right)
    const copied = await copyAs(format, columns, rows, isPart ? range : everything)
    onCopy(copied)
    if (copied.status === 'copied')
      toast.success(
        `Copied ${formatNumber(copied.rows)} ${copied.rows === 1 ? 'row' : 'rows'} as ${FORMAT_NAMES[format]}`,
      )
  }
  const statement = statementOf(run, result, text)
  const notAgain = result.command === 'SELECT' && statement !== null ? null : NOT_RUN_AGAIN
  return (
    <div className="flex flex-none items-center gap-1.5">
      <Segmented label="View of the result" value={view} onValueChange={onView} options={VIEWS} />
      <IconButton
        size="sm"
        variant="quiet"
        icon={Search}
        label="Search and filter"
        aria-pressed={isSearching}
        onClick={onSearch}
      />
      <Menu trigger={<IconButton size="sm" variant="quiet" icon={Copy} label="Copy rows" />}>
        <MenuLabel>Copy the selection, or all rows, as</MenuLabel>
        {TEXT_FORMATS.map((format) => (
          <MenuItem key={format} onSelect={() => void copy(format)}>
            {FORMAT_NAMES[format]}
          </MenuItem>
        ))}
      </Menu>
      <Menu trigger={<IconButton size="sm" variant="quiet" icon={Download} label="Download" />} width={260}>
        <MenuLabel>Whole result, run again without a limit</MenuLabel>
        {SERVER_FORMATS.map((format) => (
          <MenuItem
            key={format}
            disabledReason={notAgain}
            onSelect={() => void downloadWhole(project, run, statement ?? '', format)}
          >
            {FILE_NAMES[format]}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuLabel>
          {rows.rowCount === 1 ? 'The row that is shown' : `The ${formatNumber(rows.rowCount)} rows that are shown`}
        </MenuLabel>
        {TEXT_FORMATS.map((format) => (
          <MenuItem key={format} onSelect={() => downloadHere(format, columns, rows)}>
            {FILE_NAMES[format]}
          </MenuItem>
        ))}
      </Menu>
    </div>
  )
}
