import { Icon, IconButton, Spinner, StatusColumn } from '@stoa/ui'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus, X } from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { runnerOf } from '../../../../parts/sql-run/runner.ts'
import { useValue } from '../../../../parts/value/value.ts'
import type { Documents } from './documents.ts'
import { labelOf } from './label.ts'
import { SaveState } from './SaveState.tsx'
import type { Tab } from './stored-tabs.ts'
import { closeTab } from './tabs.ts'

const DRAGGED = 'application/x-stoa-tab'

/**
 * The open documents as links. Arrows walk along them, Delete closes, Alt+Shift with an arrow moves; the middle button
 * closes too.
 * @param shown the document on the screen
 */
export function EditorTabs({ documents, shown }: { documents: Documents; shown: string | null }) {
  const { tabs } = useValue(documents.tabs)
  const navigate = useNavigate()
  const strip = useRef<HTMLUListElement>(null)
  const [over, setOver] = useState<string | null>(null)

  const shownName = tabs.find(({ id }) => id === shown)?.name
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is shown, or it has moved or grown.
  useEffect(() => {
    const list = strip.current
    if (list === null || shown === null) return
    // By its id: while the address changes, the router marks the tab of before too.
    const tab = [...list.querySelectorAll<HTMLElement>('[data-tab]')].find(({ dataset }) => dataset.tab === shown)
    const show = () => tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
    show()
    // What stands beside the tabs takes room from them when it comes.
    const observer = new ResizeObserver(show)
    observer.observe(list)
    return () => observer.disconnect()
  }, [shown, shownName, tabs.length])

  const go = (id: string) =>
    navigate({ to: '/project/$ref/sql/$snippetId', params: { ref: documents.ref, snippetId: id } })
  const focus = (id: string | undefined) =>
    setTimeout(() => strip.current?.querySelector<HTMLElement>(`a[data-tab="${id}"]`)?.focus())

  async function close(id: string, keyboard = false): Promise<void> {
    const next = closeTab(documents.tabs.get(), id).active ?? documents.blank()
    if (id === shown) await go(next)
    documents.close(id)
    if (keyboard) focus(next)
  }

  function onKeyDown(event: KeyboardEvent, at: number, id: string): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Delete') void close(id, true)
    else if (step !== undefined && event.altKey && event.shiftKey) {
      documents.moveTab(id, at + step)
      focus(id)
    } else if (step !== undefined && !event.altKey) focus(tabs[at + step]?.id)
    else return
    event.preventDefault()
  }

  function onDrop(event: DragEvent, at: number): void {
    const id = event.dataTransfer.getData(DRAGGED)
    setOver(null)
    if (id === '') return
    event.preventDefault()
    documents.moveTab(id, at)
  }

  return (
    <div className="sql-tabs">
      <nav aria-label="Open queries">
        <ul ref={strip}>
          {tabs.map((tab, at) => (
            <li
              key={tab.id}
              data-over={over === tab.id ? '' : undefined}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes(DRAGGED)) return
                event.preventDefault()
                setOver(tab.id)
              }}
              onDragLeave={() => setOver(null)}
              onDrop={(event) => onDrop(event, at)}
            >
              <Link
                to="/project/$ref/sql/$snippetId"
                params={{ ref: documents.ref, snippetId: tab.id }}
                preload={false}
                data-tab={tab.id}
                data-preview={tab.preview ? '' : undefined}
                aria-current={tab.id === shown ? 'page' : undefined}
                draggable
                onDragStart={(event) => event.dataTransfer.setData(DRAGGED, tab.id)}
                onDoubleClick={() => documents.keepTab(tab.id)}
                onAuxClick={(event) => {
                  if (event.button !== 1) return
                  event.preventDefault()
                  void close(tab.id)
                }}
                onKeyDown={(event) => onKeyDown(event, at, tab.id)}
              >
                <TabFace documents={documents} tab={tab} />
              </Link>
              <button
                type="button"
                className="sql-tab-close"
                aria-label={`Close ${labelOf(tab.name)}`}
                tabIndex={-1}
                onClick={() => void close(tab.id)}
              >
                <Icon of={X} size="xs" />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <IconButton icon={Plus} label="New query" size="xs" onClick={() => void go(documents.create().id)} />
      {shown === null ? null : <SaveState document={documents.open(shown)} documents={documents} />}
    </div>
  )
}

/** The name of a tab, with the mark of what is not saved. */
function TabFace({ documents, tab }: { documents: Documents; tab: Tab }) {
  const document = documents.known(tab.id)
  return (
    <>
      {document === undefined ? null : <UnsavedMark document={document} />}
      <span className="clip">{labelOf(tab.name)}</span>
      <RunningMark projectRef={documents.ref} id={tab.id} />
    </>
  )
}

/** A document may be running while another is shown. */
function RunningMark({ projectRef, id }: { projectRef: string; id: string }) {
  const { since } = useValue(runnerOf(projectRef, id).state)
  return since === null ? null : (
    <span className="ui-late flex">
      <Spinner />
      <span className="ui-vh">Running</span>
    </span>
  )
}

function UnsavedMark({ document }: { document: NonNullable<ReturnType<Documents['known']>> }) {
  const { dirty } = useValue(document.state)
  return dirty ? <StatusColumn tone="warn" label="Not saved yet" /> : null
}
