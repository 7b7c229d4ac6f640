import { CopyButton, formatBytes, formatNumber, IconButton, Segmented } from '@stoa/ui'
import { X } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { lazyContent } from '../frame/lazy-part.tsx'
import type { GridCell } from '../grid/types.ts'
import { imageOf } from './image.ts'
import { JsonTree } from './JsonTree.tsx'
import { type JsonNode, jsonTree } from './json-tree.ts'
import { prettyJson } from './pretty-json.ts'

const Markdown = lazyContent(async () => (await import('./Markdown.tsx')).Markdown)

/** More than this is not laid out: a browser takes seconds for it, and nobody reads it. Copying takes all. */
const SHOWN_MAX = 500_000
const NARROW = '(max-width: 899.98px)'

type View = 'pretty' | 'tree' | 'raw' | 'markdown' | 'image'

const VIEW_NAMES: Readonly<Record<View, string>> = {
  pretty: 'Pretty',
  tree: 'Tree',
  raw: 'Raw',
  markdown: 'Markdown',
  image: 'Image',
}
/** Types whose values people write as prose. */
const PROSE = /^(?:text|varchar|character varying|bpchar|citext|name|unknown)\b/

/** The ways that a value can be looked at, the best first. */
function viewsOf(type: string, value: string, tree: JsonNode | null, image: string | null): View[] {
  if (image !== null) return ['image', 'raw']
  if (tree !== null) return ['pretty', 'tree', 'raw']
  return PROSE.test(type) && value !== '' ? ['raw', 'markdown'] : ['raw']
}

/** The whole content of one cell, beside the result; on narrow screens over it. */
export function CellViewer({
  cell,
  onClose,
  onSkipped,
}: {
  cell: GridCell
  onClose: () => void
  /** Nothing could be copied, because the window does not have the focus. */
  onSkipped: () => void
}) {
  const [wanted, setWanted] = useState<View | null>(null)
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Where the panel covers the grid, it takes the focus too; beside the grid the arrow keys go on from cell to cell.
    if (window.matchMedia(NARROW).matches) close.current?.focus()
  }, [])
  const value = cell.value ?? ''
  const cut = value.length > SHOWN_MAX
  // Text that is an object or a list is worth a tree too, whatever its type says.
  const mayBeJson = !cut && (cell.type === 'json' || cell.type === 'jsonb' || /^\s*[[{]/.test(value))
  const tree = useMemo(() => (mayBeJson ? jsonTree(value) : null), [mayBeJson, value])
  const image = useMemo(() => imageOf(cell.type, value), [cell.type, value])
  const views = viewsOf(cell.type, value, tree, image)
  // A choice stays while the cells that are looked at have it.
  const view = wanted !== null && views.includes(wanted) ? wanted : (views[0] ?? 'raw')
  const shown = cut ? value.slice(0, SHOWN_MAX) : view === 'pretty' ? prettyJson(value) : value
  return (
    <section
      aria-label="Cell content"
      className="flex h-full min-h-0 flex-col bg-ground"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <div className="flex h-bar flex-none items-center gap-2 border-b border-line pr-1.5 pl-3.5">
        <h2 className="clip min-w-0 font-semi">{cell.name}</h2>
        <span className="ui-mono clip text-11 text-fg-3">{cell.type}</span>
        <span className="ml-auto flex items-center gap-1">
          {cell.value === null ? null : (
            <CopyButton value={value} label="Copy cell content" size="xs" onSkipped={onSkipped} />
          )}
          <IconButton ref={close} icon={X} label="Close" size="xs" onClick={onClose} />
        </span>
      </div>
      {views.length > 1 ? (
        <div className="flex-none px-3.5 pt-2.5">
          <Segmented
            label="View"
            value={view}
            onValueChange={setWanted}
            options={views.map((one) => ({ value: one, label: VIEW_NAMES[one] }))}
          />
        </div>
      ) : null}
      {cut ? (
        <p className="flex-none px-3.5 pt-2.5 text-12 text-fg-3">
          The first {formatNumber(SHOWN_MAX)} of {formatNumber(value.length)} characters. Copying takes all of them.
        </p>
      ) : null}
      {view === 'image' && image !== null ? (
        <div className="grid min-h-0 flex-1 place-items-center overflow-auto bg-sunken p-3.5">
          <img src={image} alt={`In ${cell.name}, row ${cell.row + 1}`} className="max-w-full" />
        </div>
      ) : view === 'tree' && tree !== null ? (
        <JsonTree key={value} node={tree} />
      ) : view === 'markdown' ? (
        <Suspense fallback={<div className="flex-1" />}>
          <Markdown text={shown} />
        </Suspense>
      ) : (
        <Content text={shown} isNull={cell.value === null} code={tree !== null} />
      )}
      <p className="num flex h-status flex-none items-center border-t border-line px-3.5 text-12 text-fg-3">
        Row {formatNumber(cell.row + 1)}
        {cell.value === null
          ? ''
          : `, ${formatNumber(value.length)} ${value.length === 1 ? 'character' : 'characters'}, ${formatBytes(bytesOf(cell.type, value))}`}
      </p>
    </section>
  )
}

/** How much the value takes: bytes as they are, everything else as UTF-8. */
function bytesOf(type: string, value: string): number {
  if (type === 'bytea' && value.startsWith('\\x')) return (value.length - 2) / 2
  return new TextEncoder().encode(value).length
}

function Content({ text, isNull, code }: { text: string; isNull: boolean; code: boolean }) {
  if (isNull) return <p className="ui-mono flex-1 px-3.5 py-2.5 text-11 text-data-null">NULL</p>
  if (text === '') return <p className="flex-1 px-3.5 py-2.5 text-fg-3">Empty text</p>
  return (
    // Not an input: a text area that cannot be changed is reached, scrolled and selected from by the keyboard.
    <textarea
      readOnly
      aria-label="Content"
      spellCheck={false}
      value={text}
      className={`ui-mono focus-inset min-h-0 flex-1 resize-none px-3.5 py-2.5 text-12 leading-[18px] wrap-anywhere ${code ? 'text-data-json' : ''}`}
    />
  )
}
