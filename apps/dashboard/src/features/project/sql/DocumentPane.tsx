import { projectPermissions } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { MainPanel, Panels, SidePanel } from '@stoa/ui/panels'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { usePermission } from '../../../api/permissions.ts'
import type { CopyResult, GridCell, GridHandle, SelectionSummary } from '../../../parts/grid/types.ts'
import { useProject } from '../../../parts/project/project.ts'
import { Results } from '../../../parts/result/Results.tsx'
import { StatusLine } from '../../../parts/result/StatusLine.tsx'
import { useNames } from '../../../parts/sql-code/completion.ts'
import { SqlCode, type SqlCodeHandle, type SqlSelection } from '../../../parts/sql-code/SqlCode.tsx'
import { defaultTab, PLAIN_REQUEST, type Run } from '../../../parts/sql-run/run-state.ts'
import { runnerOf } from '../../../parts/sql-run/runner.ts'
import { createValue, useValue } from '../../../parts/sql-run/value.ts'
import { RunBar } from './run/RunBar.tsx'
import type { Document } from './snippets/document.ts'

const CellViewer = lazy(async () => ({ default: (await import('../../../parts/result/CellViewer.tsx')).CellViewer }))

const READER = 'stoa_reader'

const sayNotCopied = () =>
  toast.info({
    title: 'Nothing was copied',
    description: 'This window does not have the focus. Click into it and copy again.',
  })

/** One document, whose text is there: the text above, its result below. */
export function DocumentPane({ document }: { document: Document }) {
  const project = useProject()
  const { ref } = project
  const write = usePermission(projectPermissions.writeSql, { ref })
  const read = usePermission(projectPermissions.readSql, { ref })
  const { schema, noteRun } = useNames(ref)
  const runner = runnerOf(ref, document.id)
  const { shown, since } = useValue(runner.state)
  const [cursor] = useState(() => createValue<SqlSelection | null>(null))
  const [selection] = useState(() => createValue<SelectionSummary | null>(null))
  const editor = useRef<SqlCodeHandle>(null)
  const grid = useRef<GridHandle>(null)
  const ranText = useRef('')
  const { summary, mayWrite } = useValue(document.state)
  // The editor keeps its own text; what comes from elsewhere replaces it.
  const [first] = useState(document.text)
  const outside = useValue(document.shown)
  useLayoutEffect(() => {
    if (outside !== null && editor.current?.getValue() !== document.text()) editor.current?.setValue(document.text())
  }, [outside, document])

  const readOnly = !write.allowed
  const run = useCallback(
    (sql: string, from: number) => {
      if (!read.allowed || runner.state.get().since !== null) return
      const whole = editor.current?.getValue() ?? sql
      ranText.current = whole
      editor.current?.setError(null)
      runner.start({ ...PLAIN_REQUEST, sql, from, readOnly }, whole)
    },
    [runner, readOnly, read.allowed],
  )
  const runAll = () => {
    const part = editor.current?.textToRun() ?? { text: '', from: 0 }
    run(part.text, part.from)
  }

  const showFailure = useCallback((failed: Run, focus: boolean) => {
    const position = failed.failure?.position ?? null
    // A place in another text than the one that was run would be a wrong place.
    if (position === null || editor.current?.getValue() !== ranText.current) return
    editor.current.setError({ position, from: failed.request.from, message: failed.failure?.message ?? '' })
    if (focus) editor.current.focus()
  }, [])
  const ended = since === null ? shown : null
  useEffect(() => {
    if (ended === null) return
    showFailure(ended, false)
    noteRun(ended.request.sql)
  }, [ended, showFailure, noteRun])

  const [choice, setChoice] = useState<{ readonly request: Run['request']; readonly tab: number | 'failure' } | null>(
    null,
  )
  // A choice belongs to the run it was made on.
  const chosen = choice !== null && choice.request === shown?.request ? choice.tab : null
  const tab = chosen ?? (shown === null ? null : defaultTab(shown))
  const result = shown?.results.find(({ id }) => id === tab) ?? null

  const [viewed, setViewed] = useState<GridCell | null>(null)
  // Another result has other cells.
  const [viewedIn, setViewedIn] = useState(result?.rows)
  if (viewedIn !== result?.rows) {
    setViewedIn(result?.rows)
    setViewed(null)
  }
  const onSelectionChange = (summary: SelectionSummary) => {
    selection.set(summary)
    if (viewed === null || summary.count !== 1 || result === null) return
    const at = grid.current?.selection()
    const column = at && result.columns[at.left]
    const row = at && result.rows.row(at.top)
    if (at && column && row) {
      setViewed({ row: at.top, column: at.left, ...column, value: row[at.left] ?? null })
    }
  }
  const onCopy = ({ status }: CopyResult) => {
    if (status === 'no-focus') sayNotCopied()
    else if (status === 'too-large') toast.error('Nothing was copied: the selection is too large for the clipboard')
    else if (status === 'not-loaded') toast.error('Nothing was copied: some of the selected rows are not here yet')
    else if (status === 'failed') toast.error('Nothing was copied: the browser gave no access to the clipboard')
  }

  useRunKey(runAll)

  return (
    <Panels>
      <MainPanel>
        <Panels orientation="vertical" className="flex-1">
          <MainPanel>
            <SqlCode
              ref={editor}
              label="SQL"
              placeholder="Write SQL"
              autoFocus={!isInTree()}
              value={first}
              readOnly={summary !== null && !mayWrite}
              schema={schema}
              onChange={document.edit}
              onRun={run}
              onSelectionChange={cursor.set}
            />
          </MainPanel>
          <SidePanel
            label="Result"
            storageKey={`stoa.sql.result ${document.id}`}
            edge="end"
            size="50%"
            min="72px"
            max="85%"
            className="bg-ground"
          >
            <RunBar runner={runner} readOnly={readOnly} disabledReason={read.reason} onRun={runAll} />
            <Results
              run={shown}
              tab={tab}
              onTab={(next) => shown && setChoice({ request: shown.request, tab: next })}
              onShowFailure={() => shown && showFailure(shown, true)}
              grid={{ ref: grid, onCopy, onViewCell: setViewed, onSelectionChange }}
            />
            <StatusLine
              runner={runner}
              result={result}
              role={readOnly ? READER : roleOf(project.connectionString)}
              cursor={cursor}
              selection={selection}
            />
          </SidePanel>
        </Panels>
      </MainPanel>
      {viewed === null ? null : (
        <SidePanel
          label="Cell"
          storageKey="stoa.sql.cell"
          edge="end"
          size="340px"
          min="240px"
          max="50%"
          className="max-wide:fixed max-wide:inset-0 max-wide:z-(--z-drawer)"
        >
          <Suspense fallback={null}>
            <CellViewer
              cell={viewed}
              onSkipped={sayNotCopied}
              onClose={() => {
                setViewed(null)
                grid.current?.focus()
              }}
            />
          </Suspense>
        </SidePanel>
      )}
    </Panels>
  )
}

/** Whether the focus is in the list of queries: who walks through it wants to go on. */
const isInTree = (): boolean => globalThis.document.activeElement?.closest('[role="tree"]') != null

/** The role that an owner's run has, from the connection string. */
const roleOf = (connectionString: string): string =>
  URL.canParse(connectionString) ? decodeURIComponent(new URL(connectionString).username) : 'postgres'

/** Cmd+Enter runs from anywhere on the page; in the editor the editor takes it first. */
function useRunKey(run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
