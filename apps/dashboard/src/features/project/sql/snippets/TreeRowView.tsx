import { formatNumber, Icon, StatusColumn } from '@stoa/ui'
import { ChevronDown, ChevronRight, Ellipsis, FileCode, Folder, FolderOpen, Star } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useValue } from '../../../../parts/value/value.ts'
import type { Document } from './document.ts'
import { labelOf } from './label.ts'
import { EXTENSION, RenameInput } from './RenameInput.tsx'
import type { TreeRow } from './tree.ts'

/** How far a level is drawn to the right of the one above it, in px. */
const INDENT = 18

/** Opens the menu of the row by what opens it everywhere: a press of the right button. */
function openMenu(event: MouseEvent<HTMLButtonElement>): void {
  event.stopPropagation()
  const { right, bottom } = event.currentTarget.getBoundingClientRect()
  event.currentTarget.dispatchEvent(
    new globalThis.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: right, clientY: bottom }),
  )
}

/** One row of the tree. */
export function TreeRowView({
  row,
  id,
  top,
  flags,
  document,
  renaming,
  onRename,
}: {
  row: TreeRow
  id: string
  top: number
  flags: { readonly active: boolean; readonly selected: boolean; readonly current: boolean; readonly over: boolean }
  /** Of a query that is open, or has something to save. */
  document: Document | undefined
  renaming: boolean
  onRename: (name: string, leaving: boolean) => boolean
}) {
  if (row.kind === 'note') {
    return (
      <div role="none" className="sql-row" data-row={row.key} data-kind="note" style={{ top }}>
        {row.text}
      </div>
    )
  }
  const isOpen = row.kind === 'snippet' ? undefined : row.open
  return (
    <div
      role="treeitem"
      id={id}
      className="sql-row"
      data-row={row.key}
      data-kind={row.kind}
      data-active={flags.active ? '' : undefined}
      data-over={flags.over ? '' : undefined}
      aria-level={row.level}
      aria-posinset={row.at}
      aria-setsize={row.of}
      aria-expanded={isOpen}
      aria-selected={flags.selected}
      aria-current={flags.current ? 'page' : undefined}
      tabIndex={-1}
      draggable={row.kind !== 'section' && !renaming}
      style={{ top, paddingLeft: row.kind === 'section' ? 8 : 8 + Math.max(0, row.level - 2) * INDENT }}
    >
      {row.kind === 'section' ? (
        <>
          <span className="clip grow">{row.label}</span>
          {row.count > 0 ? <span className="ui-count">{formatNumber(row.count)}</span> : null}
        </>
      ) : row.kind === 'folder' ? (
        <>
          <Icon of={row.open ? ChevronDown : ChevronRight} size="xs" />
          <Icon of={row.open ? FolderOpen : Folder} size="sm" />
          {renaming ? (
            <RenameInput label="Folder name" name={row.holder.savedName ?? ''} extension="" onSubmit={onRename} />
          ) : (
            <>
              <span className="clip grow">{row.holder.folder.name}</span>
              {row.count > 0 ? <span className="ui-count">{formatNumber(row.count)}</span> : null}
            </>
          )}
        </>
      ) : (
        <>
          <Icon of={row.section === 'favorites' ? Star : FileCode} size="sm" />
          {renaming ? (
            <RenameInput label="Query name" name={row.entry.name} extension={EXTENSION} onSubmit={onRename} />
          ) : document === undefined ? (
            <span className="clip grow">{labelOf(row.entry.name)}</span>
          ) : (
            <OpenName document={document} listed={row.entry.name} />
          )}
        </>
      )}
      {renaming || row.kind === 'section' ? null : (
        <button type="button" className="sql-row-more" aria-label="More" tabIndex={-1} onClick={openMenu}>
          <Icon of={Ellipsis} size="sm" />
        </button>
      )}
    </div>
  )
}

/** The name of a query that is open, as it is now, with the mark of what is not saved. */
function OpenName({ document, listed }: { document: Document; listed: string }) {
  const { phase, name, dirty } = useValue(document.state)
  return (
    <>
      <span className="clip grow">{labelOf(phase === 'ready' ? name : listed)}</span>
      {dirty ? <StatusColumn tone="warn" label="Not saved yet" /> : null}
    </>
  )
}
