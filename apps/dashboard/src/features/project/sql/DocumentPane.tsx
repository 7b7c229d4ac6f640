import { projectPermissions } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { MainPanel, Panels, SidePanel } from '@stoa/ui/panels'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { UNREACHABLE } from '../../../api/errors.ts'
import { usePermission } from '../../../api/permissions.ts'
import { askAssistant } from '../../../parts/assistant/ask.ts'
import { AfterFirstPicture } from '../../../parts/frame/first-picture.tsx'
import { lazyContent, lazyDialog } from '../../../parts/frame/lazy-part.tsx'
import { sayCopy, sayNoFocus } from '../../../parts/grid/say-copy.ts'
import type { GridCell, GridHandle, SelectionSummary } from '../../../parts/grid/types.ts'
import { useProject } from '../../../parts/project/project.ts'
import { DEFAULT_SCHEMA } from '../../../parts/sql-assist/ask.ts'
import { useAssist } from '../../../parts/sql-assist/use-assist.ts'
import { useGhost } from '../../../parts/sql-assist/use-ghost.ts'
import { SqlCode, type SqlCodeHandle, type SqlSelection } from '../../../parts/sql-code/SqlCode.tsx'
import { useCatalog } from '../../../parts/sql-code/use-catalog.ts'
import { useParams } from '../../../parts/sql-params/use-params.tsx'
import { defaultTab, type Run } from '../../../parts/sql-run/run-state.ts'
import { useRuns } from '../../../parts/sql-run/use-runs.tsx'
import { useHandler } from '../../../parts/value/use-handler.ts'
import { createValue, useValue } from '../../../parts/value/value.ts'
import type { Document } from './snippets/document.ts'
import { LateBeginnings } from './templates/LateBeginnings.tsx'

const CellViewer = lazyDialog(async () => (await import('../../../parts/result/CellViewer.tsx')).CellViewer)

const ResultPane = lazyContent(async () => (await import('./ResultPane.tsx')).ResultPane)

const LOCKED = 'This query belongs to somebody else'
const READER = 'stoa_reader'

/** One document, whose text is there: the text above, its result below. */
export function DocumentPane({ document }: { document: Document }) {
  const project = useProject()
  const { ref } = project
  const write = usePermission(projectPermissions.writeSql, { ref })
  const read = usePermission(projectPermissions.readSql, { ref })
  const known = useCatalog(ref)
  const { schema } = useSearch({ strict: false })
  // A schema in the address comes before those of the search path.
  const catalog = useMemo(
    () => (known && schema ? { ...known, path: [schema, ...known.path.filter((one) => one !== schema)] } : known),
    [known, schema],
  )
  const runs = useRuns({ ref, documentId: document.id, mayRead: read.allowed, mayWrite: write.allowed })
  const { runner, run: runText } = runs
  const { shown, since } = useValue(runner.state)
  const [cursor] = useState(() => createValue<SqlSelection | null>(null))
  const [selection] = useState(() => createValue<SelectionSummary | null>(null))
  const editor = useRef<SqlCodeHandle>(null)
  const grid = useRef<GridHandle>(null)
  const { summary, mayWrite, name } = useValue(document.state)
  // The editor keeps its own text; what comes from elsewhere replaces it.
  const [first] = useState(document.text)
  const { form: paramsForm, noteText, values: paramValues } = useParams(ref, document.id, first)
  const [isBlank, setBlank] = useState(first.trim() === '')
  const isLocked = summary !== null && !mayWrite
  const assists = useAssist(ref)
  const ghost = useGhost(ref, assists && !isLocked, schema ?? DEFAULT_SCHEMA)
  const onChange = useCallback(
    (text: string) => {
      document.edit(text)
      noteText(text)
      setBlank(text.trim() === '')
    },
    [document, noteText],
  )
  const outside = useValue(document.shown)
  useLayoutEffect(() => {
    if (outside !== null && editor.current?.getValue() !== document.text()) editor.current?.setValue(document.text())
    noteText(document.text())
  }, [outside, document, noteText])

  const options = useValue(runs.options)
  // What is shown says whom it was run as, which may be another than the next run will be.
  const { role, readOnly } = shown?.request ?? options
  const isReader = !write.allowed || (readOnly && role === 'postgres')
  const run = useCallback(
    (sql: string, from: number) => {
      const whole = editor.current?.getValue() ?? sql
      editor.current?.setError(null)
      runText(sql, from, whole, paramValues())
    },
    [runText, paramValues],
  )
  const runAll = () => {
    const part = editor.current?.textToRun() ?? { text: '', from: 0 }
    run(part.text, part.from)
  }

  const explain = useHandler(async (analyze: boolean) => {
    const part = editor.current?.textToRun() ?? { text: '', from: 0 }
    const made = await import('../../../parts/explain/explain-sql.ts').then(
      ({ explainPrefix }) => explainPrefix(part.text, analyze),
      () => ({ problem: UNREACHABLE }),
    )
    if ('problem' in made) {
      toast.info(made.problem)
      return
    }
    const whole = editor.current?.getValue() ?? part.text
    editor.current?.setError(null)
    runText(part.text, part.from, whole, paramValues(), made.prefix)
  })

  const showFailure = useCallback((failed: Run, focus: boolean) => {
    const position = failed.failure?.position ?? null
    if (position === null || editor.current === null) return
    // A place in another text than the one that was run would be a wrong place.
    if (editor.current.getValue() !== failed.text) {
      if (focus) toast.info('The text has changed since it was run')
      return
    }
    editor.current.setError({ position, from: failed.request.from, message: failed.failure?.message ?? '' })
    if (focus) editor.current.focus()
  }, [])
  const ended = since === null ? shown : null
  useEffect(() => {
    if (ended === null) return
    showFailure(ended, false)
  }, [ended, showFailure])

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
    // What the grid shows may be sorted and arranged, so it is asked itself.
    const cell = at && grid.current?.cell({ row: at.top, column: at.left })
    if (cell) setViewed(cell)
  }
  useRunKey(runAll)

  return (
    <Panels>
      <MainPanel>
        <Panels orientation="vertical" className="flex-1">
          <MainPanel>
            <div className="relative h-full min-h-0">
              <SqlCode
                ref={editor}
                label="SQL"
                placeholder="Write SQL"
                autoFocus={!isInTree()}
                early={document.id}
                keptAs={document.id}
                value={first}
                readOnly={isLocked}
                catalog={catalog}
                extra={ghost}
                onChange={onChange}
                onRun={run}
                onSelectionChange={cursor.set}
              />
              {isBlank && !isLocked ? (
                <LateBeginnings
                  onPick={(sql) => {
                    editor.current?.setValue(sql)
                    editor.current?.focus()
                  }}
                />
              ) : null}
            </div>
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
            <AfterFirstPicture>
              <Suspense fallback={null}>
                <ResultPane
                  head={
                    <>
                      {paramsForm}
                      {runs.question}
                    </>
                  }
                  bar={{
                    runner,
                    options: runs.options,
                    mayWrite: write.allowed,
                    disabledReason: read.reason,
                    onRun: runAll,
                  }}
                  editor={editor}
                  assist={
                    assists
                      ? { projectRef: ref, schema: schema ?? DEFAULT_SCHEMA, name, onName: document.rename }
                      : null
                  }
                  lockedReason={isLocked ? LOCKED : undefined}
                  onExplain={explain}
                  results={{
                    project: ref,
                    documentId: document.id,
                    text: () => shown?.text ?? '',
                    run: shown,
                    tab,
                    onTab: (next) => shown && setChoice({ request: shown.request, tab: next }),
                    onShowFailure: () => shown && showFailure(shown, true),
                    onAsk: assists ? () => shown && askToFix(name, shown) : null,
                    grid: { ref: grid, onCopy: sayCopy, onViewCell: setViewed, onSelectionChange },
                  }}
                  status={{
                    runner,
                    result,
                    role: isReader ? READER : role === 'postgres' ? roleOf(project.connectionString) : role,
                    cursor,
                    selection,
                  }}
                />
              </Suspense>
            </AfterFirstPicture>
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
              onSkipped={sayNoFocus}
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

/** Takes a query that failed to the assistant, which is asked for a right one. */
function askToFix(name: string, { failure, request }: Run): void {
  askAssistant({
    prompt: `This query fails: ${failure?.message ?? 'it was ended'}. What is wrong with it, and how is it right?`,
    snippets: [{ name, sql: request.sql }],
  })
}

/** Whether the focus is in the list of queries: who walks through it wants to go on. */
const isInTree = (): boolean => globalThis.document.activeElement?.closest('[role="tree"]') != null

/** The role that an owner's run has, from the connection string. */
const roleOf = (connectionString: string): string =>
  URL.canParse(connectionString) ? decodeURIComponent(new URL(connectionString).username) : 'postgres'

/** Cmd+Enter runs from anywhere on the page; in the editor the editor takes it first. */
function useRunKey(run: () => void): void {
  const latest = useHandler(run)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
      event.preventDefault()
      latest()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [latest])
}
