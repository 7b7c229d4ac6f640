import { ContextMenu } from '@stoa/ui'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { writeSnippet } from '../../../../parts/query-block/snippet-drag.ts'
import type { Documents } from './documents.ts'
import { TreeMenu } from './TreeMenu.tsx'
import { TreeRowView } from './TreeRowView.tsx'
import { type Dragged, type Drop, dropOn, type Entry, type TreeRow } from './tree.ts'
import type { ContentActions } from './use-content.ts'
import type { useFolders } from './use-folders.ts'
import { rowHeight, useWindow } from './use-window.ts'

const keyOf = (event: { target: EventTarget }): string | null =>
  event.target instanceof Element ? (event.target.closest('[data-row]')?.getAttribute('data-row') ?? null) : null

/**
 * Queries and folders as a tree, of which only the rows in sight are drawn. Arrows walk, Enter opens, Space looks at,
 * F2 renames, Delete deletes; Ctrl and Shift select several.
 */
export function SnippetTree({
  documents,
  rows,
  shown,
  held,
  actions,
  onToggle,
  flat,
}: {
  documents: Documents
  rows: readonly TreeRow[]
  shown: string | null
  held: ReturnType<typeof useFolders>
  actions: ContentActions
  onToggle: (key: string) => void
  /** Set for what a search found, which nothing can be dragged within. */
  flat: boolean
}) {
  const { ref } = documents
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const prefix = useId()
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [renaming, setRenaming] = useState<string | null>(null)
  const [menuKey, setMenuKey] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const dragged = useRef<Dragged | null>(null)
  const height = rowHeight()
  const [from, to] = useWindow(box, rows.length, height)

  const at = rows.findIndex(({ key }) => key === activeKey)
  const active = rows[at] ?? null
  const entriesOf = (keys: ReadonlySet<string>): Entry[] => {
    const found = rows.flatMap((row) => (row.kind === 'snippet' && keys.has(row.key) ? [row.entry] : []))
    return [...new Map(found.map((entry) => [entry.id, entry])).values()]
  }
  /** The queries that something done to a row is about: all that are selected, when it is one of them. */
  const meant = (row: TreeRow | null): Entry[] =>
    row?.kind !== 'snippet' ? [] : selected.has(row.key) ? entriesOf(selected) : [row.entry]

  function scrollTo(index: number): void {
    const element = box.current
    if (element === null || index < 0) return
    const top = index * height
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + height > element.scrollTop + element.clientHeight)
      element.scrollTop = top + height - element.clientHeight
  }
  function walk(index: number, select = true): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (row === undefined) return
    setActiveKey(row.key)
    if (select) setSelected(new Set([row.key]))
    scrollTo(rows.indexOf(row))
  }

  const startsNamed = held.holders.find(({ status }) => status === 'editing')?.folder.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when a folder begins to be named.
  useEffect(() => {
    if (startsNamed !== undefined && box.current) scrollTo(rows.findIndex(({ key }) => key === `folder ${startsNamed}`))
  }, [startsNamed])

  function open(entry: Entry, options: { preview: boolean; write: boolean }): void {
    documents.show(entry.id, { name: entry.name, preview: options.preview })
    if (!options.preview) documents.keepTab(entry.id)
    // The editor takes the focus as it appears, unless that is here.
    if (options.write) {
      box.current?.blur()
      if (entry.id === shown) globalThis.document.querySelector<HTMLElement>('#main .cm-content')?.focus()
    }
    void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref, snippetId: entry.id } })
  }
  function rename(row: TreeRow): void {
    if (row.kind === 'folder') held.edit({ ...row.holder.folder, owner_id: String(row.holder.folder.owner_id) })
    else setRenaming(row.key)
  }
  function onRename(row: TreeRow, name: string, leaving: boolean): boolean {
    const done = row.kind === 'folder' ? held.submit(row.holder, name, leaving) : true
    if (row.kind === 'snippet') {
      setRenaming(null)
      if (name !== '') actions.rename(row.entry, name)
    }
    if (done) box.current?.focus({ preventScroll: true })
    return done
  }
  function onClick(event: MouseEvent): void {
    const index = rows.findIndex(({ key }) => key === keyOf(event))
    const row = rows[index]
    if (row === undefined || row.kind === 'note') return
    setActiveKey(row.key)
    if (event.shiftKey && at >= 0) {
      setSelected(new Set(rows.slice(Math.min(at, index), Math.max(at, index) + 1).map(({ key }) => key)))
    } else if (event.ctrlKey || event.metaKey) {
      const next = new Set(selected)
      if (!next.delete(row.key)) next.add(row.key)
      setSelected(next)
    } else {
      setSelected(new Set([row.key]))
      if (row.kind === 'snippet') open(row.entry, { preview: true, write: false })
      else onToggle(row.key)
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, target } = event
    if (target instanceof HTMLInputElement) return
    if (key === 'ArrowDown') walk(at + 1)
    else if (key === 'ArrowUp') walk(at < 0 ? 0 : at - 1)
    else if (key === 'Home') walk(0)
    else if (key === 'End') walk(rows.length - 1)
    else if (key === 'ArrowRight' && active && active.kind !== 'snippet' && active.kind !== 'note') {
      if (active.open) walk(at + 1)
      else onToggle(active.key)
    } else if (key === 'ArrowLeft' && active) {
      if ((active.kind === 'folder' || active.kind === 'section') && active.open) onToggle(active.key)
      else walk(rows.findIndex((row) => row.key === active.parent))
    } else if ((key === 'Enter' || key === ' ') && active) {
      if (active.kind === 'snippet') open(active.entry, { preview: key === ' ', write: key === 'Enter' })
      else if (active.kind !== 'note') onToggle(active.key)
    } else if (key === 'F2' && active && (active.kind === 'folder' || active.kind === 'snippet')) rename(active)
    else if (key === 'Delete' && active?.kind === 'snippet') {
      setSelected(new Set())
      void actions.remove(meant(active))
    } else if (key === 'Delete' && active?.kind === 'folder') void actions.removeFolder(active.holder.folder)
    else if (/^[\p{L}\p{N}]$/u.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const after = [...rows.slice(at + 1), ...rows.slice(0, at + 1)]
      const found = after.find((row) => nameOf(row).toLowerCase().startsWith(key.toLowerCase()))
      if (found === undefined) return
      walk(rows.indexOf(found))
    } else return
    event.preventDefault()
  }

  function onDragStart(event: DragEvent): void {
    const row = rows.find(({ key }) => key === keyOf(event))
    if (row === undefined || flat) {
      event.preventDefault()
      return
    }
    dragged.current = { snippets: meant(row), folder: row.kind === 'folder' ? row.holder.folder.id : null }
    event.dataTransfer.effectAllowed = 'copyMove'
    event.dataTransfer.setData('text/plain', nameOf(row))
    // For a report in another window.
    if (row.kind === 'snippet') writeSnippet(event.dataTransfer, { id: row.entry.id, label: row.entry.name })
  }
  function dropAt(event: DragEvent): { row: TreeRow; drop: Drop } | null {
    const row = rows.find(({ key }) => key === keyOf(event))
    return row === undefined || dragged.current === null ? null : { row, drop: dropOn(row, rows, dragged.current) }
  }
  function onDragOver(event: DragEvent): void {
    const found = dropAt(event)
    if (found?.drop) event.preventDefault()
    const row = found?.drop ? found.row : null
    setOver(row?.kind === 'folder' || row?.kind === 'section' ? row.key : (row?.parent ?? null))
  }
  function onDrop(event: DragEvent): void {
    const found = dropAt(event)
    const what = dragged.current
    dragged.current = null
    setOver(null)
    if (!found?.drop || what === null) return
    event.preventDefault()
    const { drop } = found
    const moved = held.holders.find(({ folder }) => folder.id === what.folder)
    if (moved !== undefined && drop.kind === 'move') {
      if (moved.folder.parent_id !== drop.folder)
        void actions.updateFolder(moved.folder.id, moved.folder.name, drop.folder)
    } else if (drop.kind === 'move') actions.move(what.snippets, drop.folder)
    else {
      for (const entry of what.snippets) {
        if (drop.kind === 'favorite' && !entry.favorite) actions.setFavorite(entry, true)
        if (drop.kind === 'share' && entry.visibility === 'user') actions.share(entry, 'project')
      }
    }
  }

  const menuRow = rows.find(({ key }) => key === menuKey) ?? null
  const tree = (
    <div
      ref={box}
      role="tree"
      aria-label="Queries"
      aria-multiselectable="true"
      aria-activedescendant={active === null || at < from || at >= to ? undefined : `${prefix}${active.key}`}
      className="sql-tree"
      tabIndex={0}
      onFocus={() =>
        active ??
        walk(
          Math.max(
            0,
            rows.findIndex((row) => row.kind === 'snippet' && row.entry.id === shown),
          ),
        )
      }
      onClick={onClick}
      onDoubleClick={(event) => {
        const row = rows.find(({ key }) => key === keyOf(event))
        if (row?.kind === 'snippet') open(row.entry, { preview: false, write: true })
      }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        const key = keyOf(event) ?? activeKey
        setMenuKey(key)
        if (key !== null) setActiveKey(key)
        if (key !== null && !selected.has(key)) setSelected(new Set([key]))
      }}
      onDragStart={onDragStart}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(null)}
      onDrop={onDrop}
      onDragEnd={() => {
        dragged.current = null
        setOver(null)
      }}
    >
      <div role="none" className="sql-rows" style={{ height: rows.length * height }}>
        {rows.slice(from, to).map((row, i) => (
          <TreeRowView
            key={row.key}
            row={row}
            id={`${prefix}${row.key}`}
            top={(from + i) * height}
            flags={{
              active: row.key === activeKey,
              selected: selected.has(row.key),
              current: row.kind === 'snippet' && row.entry.id === shown,
              over: row.key === over,
            }}
            document={row.kind === 'snippet' ? documents.known(row.entry.id) : undefined}
            renaming={row.kind === 'folder' ? row.holder.status === 'editing' : renaming === row.key}
            onRename={(name, leaving) => onRename(row, name, leaving)}
          />
        ))}
      </div>
    </div>
  )
  return (
    <ContextMenu label="Queries" target={tree}>
      <TreeMenu
        projectRef={ref}
        row={menuRow}
        entries={meant(menuRow)}
        held={held}
        actions={actions}
        commands={{
          rename,
          duplicate: async (entry) => {
            const id = await actions.duplicate(entry)
            if (id) void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref, snippetId: id } })
          },
          create: (folder) => {
            const { id } = documents.create({ folder })
            void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref, snippetId: id } })
          },
        }}
      />
    </ContextMenu>
  )
}

const nameOf = (row: TreeRow): string =>
  row.kind === 'snippet'
    ? row.entry.name
    : row.kind === 'folder'
      ? row.holder.folder.name
      : row.kind === 'section'
        ? row.label
        : ''
