import type { EditorView } from '@stoa/contract'
import { Button, buttonLook, Empty, ErrorState, SkeletonRows } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { errorMessage } from '../../../api/errors.ts'
import { useShell } from '../../../api/shell.ts'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { useHandler } from '../../../parts/value/use-handler.ts'
import { stagedTables } from './edit/drafts.ts'
import { keepTabs, type OpenTab, type OpenTable, openTabs, sameTable, tableKey } from './memory.ts'
import { OpenTabs } from './OpenTabs.tsx'
import { type Shape, useShape } from './shape/use-shape.tsx'
import { TablesMenu } from './TablesMenu.tsx'
import { TableView } from './TableView.tsx'
import { useEditor, usePlace } from './use-editor.ts'
import { useLate } from './use-late.ts'
import { usePainted } from './use-painted.ts'

/** The tables that are open, with the one that the address shows among them. */
function useTabs(ref: string, current: OpenTab | null) {
  const [tabs, setTabs] = useState(() => openTabs(ref))
  // A tab that was closed or whose table was dropped does not come back while its rows are still on screen.
  const [seen, setSeen] = useState<OpenTable | null>(null)
  let shown = tabs
  if (current !== null && (seen === null || !sameTable(seen, current))) {
    setSeen(current)
    const at = tabs.findIndex((tab) => sameTable(tab, current))
    if (at < 0 || tabs[at]?.kind !== current.kind) {
      shown = at < 0 ? [...tabs, current] : tabs.with(at, current)
      setTabs(shown)
    }
  }
  const [schema, table] = [current?.schema, current?.table]
  useEffect(() => {
    keepTabs(ref, shown, schema !== undefined && table !== undefined ? { schema, table } : null)
  }, [ref, shown, schema, table])
  return [shown, setTabs] as const
}

/** Which tables have changes that are not saved, those of tabs behind among them. */
function useUnsaved(ref: string) {
  const account = useShell().profile.id
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let isLeft = false
    void stagedTables(account, ref).then((found) => {
      const keys = found.map(([schema, table]) => tableKey({ schema, table }))
      if (!isLeft) setUnsaved((known) => new Set([...known, ...keys]))
    })
    return () => {
      isLeft = true
    }
  }, [account, ref])
  const mark = useCallback((table: OpenTable, is: boolean) => {
    setUnsaved((known) => {
      const key = tableKey(table)
      if (known.has(key) === is) return known
      const next = new Set(known)
      if (is) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  return [unsaved, mark] as const
}

/** Tables of the database: what there is, and the rows of the one that is open. */
export function EditorScreen() {
  const project = useProject()
  const { ref, input, view, shownWords } = useEditor()
  const go = usePlace(ref)
  const { data, error } = view
  // The answer that is shown may be the one before. Of another table it stays for a moment: the next one mostly comes
  // so soon that an empty page in between would only flicker.
  const isOther =
    data !== undefined && view.isPlaceholderData && (data.table?.name !== input.table || data.schema !== input.schema)
  const isLate = useLate(isOther)
  const known = isLate ? undefined : data
  const table = known?.table ?? null
  const shown = useMemo(() => table && { schema: table.schema, table: table.name, kind: table.kind }, [table])
  const rows = useMemo(() => (known?.table ? { ...known, table: known.table } : null), [known])
  const words = isOther ? shownWords : input
  const current = useMemo(() => rows && { view: rows, words, shownWords }, [rows, words, shownWords])
  // The tables of another schema are listed before the rows of one of them are drawn, which takes longer.
  const before = usePainted(current)
  const drawn = current === null || before === null || current.view.schema === before.view.schema ? current : before
  const [tabs, setTabs] = useTabs(ref, shown)
  const [unsaved, markUnsaved] = useUnsaved(ref)
  usePageTitle(input.table ?? (isOther ? undefined : table?.name) ?? 'Tables', project.name)

  const forget = (gone: OpenTable) => {
    const left = tabs.filter((tab) => !sameTable(tab, gone))
    setTabs(left)
    return left.at(-1) ?? null
  }
  const { shape, dialogs } = useShape(ref, {
    onMade: (made, before) => {
      if (before !== null && !sameTable(before, made)) forget(before)
      go(made, null, { push: true })
    },
    onDropped: (dropped) => {
      const next = forget(dropped)
      const isOpen = dropped.schema === input.schema && dropped.table === (input.table ?? table?.name)
      if (isOpen) go(next ?? { schema: dropped.schema, table: '' }, null, { push: true })
    },
  })

  const close = useHandler((closed: OpenTable) => {
    // The last one stays: something is always shown.
    if (tabs.length === 1) return
    const left = tabs.filter((tab) => !sameTable(tab, closed))
    setTabs(left)
    keepTabs(ref, left, left.at(-1) ?? null)
    const next = left.at(-1)
    if (shown !== null && sameTable(closed, shown) && next) go(next, null, { push: true })
  })

  const listed = data?.schema === input.schema ? data : known
  const openMade = useCallback(
    (made: string) => go({ schema: input.schema, table: made }, null, { push: true }),
    [go, input.schema],
  )
  const openSchema = useCallback((schema: string) => go({ schema, table: '' }, null, { push: true }), [go])

  return (
    <div className="flex h-full min-h-0 flex-col overflow-hidden">
      <h1 className="ui-vh">Table editor</h1>
      <TablesMenu
        projectRef={ref}
        chosen={input.schema}
        schema={listed?.schema}
        schemas={listed?.schemas}
        entities={listed?.entities}
        current={input.table ?? table?.name ?? null}
        shape={shape}
        onMade={openMade}
        onSchema={openSchema}
      />
      {tabs.length > 0 ? (
        <OpenTabs projectRef={ref} tabs={tabs} current={shown} unsaved={unsaved} onClose={close} />
      ) : null}
      {error !== null ? (
        <div className="p-6">
          <ErrorState
            title="Failed to load tables"
            reason={errorMessage(error)}
            retrying={view.isFetching}
            onRetry={() => void view.refetch()}
          />
        </div>
      ) : known === undefined ? (
        <div className="pt-20">
          <SkeletonRows rows={16} rowHeight={30} />
        </div>
      ) : drawn === null ? (
        <Nothing projectRef={ref} view={known} shape={shape} />
      ) : (
        <TableView
          key={`${drawn.view.schema} ${drawn.view.table.name}`}
          projectRef={ref}
          view={drawn.view}
          words={drawn.words}
          shownWords={drawn.shownWords}
          busy={view.isFetching && !isOther}
          onPlace={go}
          onRefresh={view.refetch}
          onUnsaved={markUnsaved}
          columnMenu={shape.columnMenu}
        />
      )}
      {dialogs}
    </div>
  )
}

function Nothing({ projectRef: ref, view, shape }: { projectRef: string; view: EditorView; shape: Shape }) {
  const { problem, schema, elsewhere } = view
  return (
    <div className="grid flex-1 content-center p-6">
      <Empty
        title={problem ?? `No tables in ${schema} yet`}
        text={
          problem === null
            ? 'A table is made of columns, and every row has a value or none in each.'
            : 'It may have been dropped or renamed.'
        }
        action={
          <Button
            variant="primary"
            icon={Plus}
            disabledReason={shape.disabledReason}
            onClick={() => shape.newTable(schema)}
          >
            New table
          </Button>
        }
        secondary={
          elsewhere === null ? (
            <Link to="/project/$ref/sql" params={{ ref }} {...buttonLook()}>
              Open the SQL editor
            </Link>
          ) : (
            <Link to="/project/$ref/editor" params={{ ref }} search={{ schema: elsewhere }} {...buttonLook()}>
              Open the schema {elsewhere}
            </Link>
          )
        }
      />
    </div>
  )
}
