import { CopyButton, formatNumber, IconButton, Segmented } from '@stoa/ui'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { GridCell } from '../grid/types.ts'
import { prettyJson } from './pretty-json.ts'

/** More than this is not laid out: a browser takes seconds for it, and nobody reads it. Copying takes all. */
const SHOWN_MAX = 500_000
const NARROW = '(max-width: 899.98px)'

type View = 'pretty' | 'raw'

const VIEWS: { value: View; label: string }[] = [
  { value: 'pretty', label: 'Pretty' },
  { value: 'raw', label: 'Raw' },
]

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
  const [view, setView] = useState<View>('pretty')
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Where the panel covers the grid, it takes the focus too; beside the grid the arrow keys go on from cell to cell.
    if (window.matchMedia(NARROW).matches) close.current?.focus()
  }, [])
  const json = cell.type === 'json' || cell.type === 'jsonb'
  const value = cell.value ?? ''
  const cut = value.length > SHOWN_MAX
  const text = cut ? value.slice(0, SHOWN_MAX) : json && view === 'pretty' ? prettyJson(value) : value
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
      {json && cell.value !== null && !cut ? (
        <div className="flex-none px-3.5 pt-2.5">
          <Segmented label="View" value={view} onValueChange={setView} options={VIEWS} />
        </div>
      ) : null}
      {cut ? (
        <p className="flex-none px-3.5 pt-2.5 text-12 text-fg-3">
          The first {formatNumber(SHOWN_MAX)} of {formatNumber(value.length)} characters. Copying takes all of them.
        </p>
      ) : null}
      <Content text={text} isNull={cell.value === null} code={json} />
      <p className="num flex h-status flex-none items-center border-t border-line px-3.5 text-12 text-fg-3">
        Row {formatNumber(cell.row + 1)}
        {cell.value === null
          ? ''
          : `, ${formatNumber(value.length)} ${value.length === 1 ? 'character' : 'characters'}`}
      </p>
    </section>
  )
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
