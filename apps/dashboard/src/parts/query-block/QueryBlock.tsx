import { contentPermissions } from '@stoa/contract'
import { Button, Icon, IconButton, Menu, MenuItem, MenuSeparator, Segmented } from '@stoa/ui'
import { useNavigate } from '@tanstack/react-router'
import {
  ChartColumn,
  ChartNoAxesCombined,
  Ellipsis,
  FilePen,
  Lock,
  Play,
  Save,
  SquareTerminal,
  Table,
  TriangleAlert,
} from 'lucide-react'
import { type DragEvent, type ReactNode, Suspense, use, useEffect, useId, useRef, useState } from 'react'
import { usePermission } from '../../api/permissions.ts'
import type { ChartConfig } from '../chart/chart-config.ts'
import { handOver } from '../sql-handoff/handoff.ts'
import { useParams } from '../sql-params/use-params.tsx'
import { WRITE_WARNINGS } from '../sql-run/parse.ts'
import { BlockChartMenu } from './BlockChartMenu.tsx'
import { writeBlock } from './block-drag.ts'
import { useMayDragBlocks } from './use-may-drag.ts'
import './query-block.css'
import { lazyContent, lazyDialog } from '../frame/lazy-part.tsx'
import { Near } from './near.ts'
import { SqlBox } from './SqlBox.tsx'
import { type Block, useBlock } from './use-block.ts'
import { useInView } from './use-in-view.ts'
import { wordsOfRun } from './words.ts'

const BlockResult = lazyContent(async () => (await import('./BlockResult.tsx')).default)
const AddToReport = lazyDialog(async () => (await import('./AddToReport.tsx')).AddToReport)
const SaveSnippet = lazyDialog(async () => (await import('../sql-snippet/SaveSnippet.tsx')).SaveSnippet)

const VIEWS = [
  { value: 'table' as const, label: 'Table', icon: Table },
  { value: 'chart' as const, label: 'Chart', icon: ChartColumn },
]

export type QueryBlockProps = {
  /** The project that it asks. */
  readonly projectRef: string
  /** Names the block among everything that runs in the project, in at most 100 characters. */
  readonly documentId: string
  readonly sql: string
  readonly title: string
  readonly chart: ChartConfig
  readonly onChart: (chart: ChartConfig) => void
  /** Runs by itself once it is looked at, as far as the rules let it. */
  readonly runsItself: boolean
  /** Set while the text is still being written: nothing can be done with it yet. */
  readonly isUnfinished?: boolean
  /** Takes the height that there is, in place of its own. */
  readonly isFilling?: boolean
  /** More entries for its menu. */
  readonly menu?: ReactNode
  /** Never runs with the rights to write, whoever agrees. */
  readonly onlyReads?: boolean
  /** Runs once more whenever this has become larger. */
  readonly again?: number
  /** Stands before its title, in place of its icon, where the block itself can be moved. */
  readonly grip?: ReactNode
}

/**
 * A query with what it gives, as a table or a chart. It reads by itself; whatever would write, or calls what nobody
 * knows, is asked about before it runs with the rights to write.
 */
export function QueryBlock(props: QueryBlockProps) {
  const {
    projectRef,
    documentId,
    sql,
    title,
    chart,
    onChart,
    runsItself,
    isUnfinished = false,
    isFilling = false,
    onlyReads = false,
    again = 0,
    grip,
  } = props
  const figure = useRef<HTMLElement>(null)
  const heading = useId()
  const isNear = use(Near)
  const seen = useInView(figure, isNear && runsItself && !isUnfinished)
  const params = useParams(projectRef, documentId, sql)
  const block = useBlock(projectRef, documentId, sql, params.values, seen && !isUnfinished, onlyReads)
  const { run, isRunning, question } = block
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { noteText } = params
  useEffect(() => noteText(sql), [noteText, sql])
  const lastAgain = useRef(again)
  const { runAgain } = block
  useEffect(() => {
    if (again <= lastAgain.current) return
    lastAgain.current = again
    return runAgain()
  }, [again, runAgain])

  const result = run?.results.find(({ columns }) => columns.length > 0) ?? run?.results.at(-1)
  const hasRows = run !== null && run.failure === null && result !== undefined && result.columns.length > 0
  const isSqlShown = chosen ?? (!runsItself || isUnfinished || question !== null)
  const drag = useDrag(props)
  // As high as what is to come, as far as that is known.
  const waiting = (
    <div className={chart.view === 'chart' ? 'qb-chart' : 'qb-waiting'} data-fill={isFilling ? '' : undefined} />
  )
  return (
    <figure ref={figure} className="qb" data-fill={isFilling ? '' : undefined} aria-labelledby={heading}>
      <header className="qb-head" {...drag}>
        {grip ?? <Icon of={hasRows && chart.view === 'chart' ? ChartColumn : SquareTerminal} size="sm" />}
        <span id={heading} className="clip grow font-medium">
          {title}
        </span>
        {hasRows ? (
          <Segmented
            label={`View of ${title}`}
            value={chart.view}
            onValueChange={(view) => onChart({ ...chart, view })}
            options={VIEWS}
          />
        ) : null}
        {hasRows && chart.view === 'chart' ? (
          <BlockChartMenu columns={result.columns} chart={chart} onChart={onChart} title={title} />
        ) : null}
        {isUnfinished ? null : <BlockMenu {...props} />}
      </header>
      {isSqlShown ? <SqlBox sql={sql} /> : null}
      {isUnfinished ? null : params.form}
      {run !== null ? (
        <Suspense fallback={waiting}>
          <BlockResult run={run} result={result} chart={chart} label={title} isFilling={isFilling} isNear={isNear} />
        </Suspense>
      ) : isFilling || (runsItself && !isUnfinished && question === null) ? (
        waiting
      ) : null}
      {question !== null ? (
        <Question block={block} />
      ) : (
        <footer className="qb-foot">
          <Words block={block} isUnfinished={isUnfinished} rows={hasRows ? result.rows.rowCount : null} />
          <span className="ml-auto flex items-center gap-2">
            {runsItself || hasRows ? (
              <button type="button" className="ui-link" onClick={() => setChosen(!isSqlShown)}>
                {isSqlShown ? 'Hide SQL' : 'Show SQL'}
              </button>
            ) : null}
            {isUnfinished ? null : isRunning ? (
              <span className="ui-late">
                <Button size="sm" onClick={block.cancel}>
                  Cancel
                </Button>
              </span>
            ) : (
              <Button size="sm" icon={Play} disabledReason={block.readReason} onClick={block.start}>
                {run === null ? 'Run' : 'Run again'}
              </Button>
            )}
          </span>
        </footer>
      )}
    </figure>
  )
}

/** What is to be agreed to before the query runs with the rights to write. */
function Question({ block }: { block: Block }) {
  if (block.question === null) return null
  return (
    <div className="qb-foot" data-question="" role="alert">
      <Icon of={TriangleAlert} size="sm" />
      <span className="min-w-0 grow">{WRITE_WARNINGS[block.question]}</span>
      <Button size="sm" variant="quiet" onClick={block.decline}>
        Cancel
      </Button>
      <Button size="sm" disabledReason={block.writeReason} onClick={block.confirm}>
        Run
      </Button>
    </div>
  )
}

function Words({ block, isUnfinished, rows }: { block: Block; isUnfinished: boolean; rows: number | null }) {
  const { run, isRunning } = block
  if (isUnfinished) return <span>Being written</span>
  if (isRunning) return <span className="ui-late">Running</span>
  if (run === null || run.failure !== null || run.state === 'cancelled') return null
  return (
    <>
      <span className="num">{wordsOfRun(run, rows)}</span>
      {run.request.readOnly ? (
        <span className="flex items-center gap-1">
          <Icon of={Lock} size="xs" />
          Read only
        </span>
      ) : null}
    </>
  )
}

function BlockMenu({ projectRef, sql, title, chart, grip, menu }: QueryBlockProps) {
  const navigate = useNavigate()
  const mayAdd = useMayDragBlocks(projectRef) && grip === undefined && menu === undefined
  const [isAdding, setAdding] = useState(false)
  const save = usePermission(contentPermissions.create, { ref: projectRef })
  const [isSaving, setSaving] = useState(false)
  const edit = () => {
    const snippetId = handOver({ sql, name: title })
    void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref: projectRef, snippetId } })
  }
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} size="xs" label={`More about ${title}`} />}>
        <MenuItem icon={FilePen} onSelect={edit}>
          Edit in SQL editor
        </MenuItem>
        <MenuItem icon={Save} disabledReason={save.reason} onSelect={() => setSaving(true)}>
          Save as snippet
        </MenuItem>
        {mayAdd ? (
          <MenuItem icon={ChartNoAxesCombined} onSelect={() => setAdding(true)}>
            Add to a report
          </MenuItem>
        ) : null}
        {menu === undefined ? null : (
          <>
            <MenuSeparator />
            {menu}
          </>
        )}
      </Menu>
      {isAdding ? (
        <Suspense fallback={null}>
          <AddToReport
            projectRef={projectRef}
            block={{ sql, label: title, view: chart.view, chart }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      ) : null}
      {isSaving ? (
        <Suspense fallback={null}>
          <SaveSnippet projectRef={projectRef} sql={sql} name={title} onClose={() => setSaving(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Its head can be dragged into a report, where there are reports and the account may make them. */
function useDrag({ projectRef, sql, title, chart, isUnfinished, grip }: QueryBlockProps) {
  const mayDrag = useMayDragBlocks(projectRef)
  if (!mayDrag || isUnfinished || grip !== undefined) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => writeBlock(event.dataTransfer, { sql, label: title, view: chart.view, chart }),
  }
}
