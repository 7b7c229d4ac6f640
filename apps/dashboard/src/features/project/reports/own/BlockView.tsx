import { MenuItem, MenuSeparator, toast } from '@stoa/ui'
import { ArrowDown, ArrowUp, Copy, FileSpreadsheet, GripVertical, Image, Pencil, SquarePen, Trash2 } from 'lucide-react'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { METRIC_CHARTS } from '../../../../parts/metrics/metric-charts.ts'
import { saveFile, saveImage } from '../export/save-files.ts'
import { blockCsv } from './block-csv.ts'
import { blockName } from './block-names.ts'
import type { BlockViewProps, KindProps } from './block-types.ts'
import { type Arranging, arranged, compacted } from './layout.ts'
import { MetricBlock } from './MetricBlock.tsx'
import { QueryView } from './QueryView.tsx'

const RenameDialog = lazyDialog(async () => (await import('./RenameDialog.tsx')).RenameDialog)

/** How long a block that was removed can be brought back by its notice, in ms. */
const UNDO_MS = 12_000

const KEYS: Readonly<Record<string, Arranging>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const KEYS_WITH_SHIFT: Readonly<Record<string, Arranging>> = {
  ArrowLeft: 'narrower',
  ArrowRight: 'wider',
  ArrowUp: 'lower',
  ArrowDown: 'taller',
}

/** One block of a report, with its menu and what it is moved by. */
export function BlockView(props: BlockViewProps) {
  const { projectRef, block, document, reason, isStacked, onEdit } = props
  const box = useRef<HTMLDivElement>(null)
  const [isRenaming, setRenaming] = useState(false)
  const [said, setSaid] = useState('')
  const name = blockName(block, METRIC_CHARTS)
  const blocks = () => document.state.get().blocks

  const arrange = (how: Arranging) => {
    const next = arranged(blocks(), block.id, how)
    document.change(next)
    const now = next.find(({ id }) => id === block.id)
    if (now !== undefined)
      setSaid(`${name}: column ${now.x + 1}, row ${now.y + 1}, ${now.w} columns wide, ${now.h} rows high`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const how = (event.shiftKey ? KEYS_WITH_SHIFT : KEYS)[event.key]
    if (how === undefined || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    arrange(how)
  }
  const csv = () => {
    const text = blockCsv(projectRef, block)
    if (text === null) toast.error('There is nothing to write yet. Run the block first')
    else saveFile(name, 'csv', 'text/csv', [text])
  }
  const remove = () => {
    const others = () => blocks().filter(({ id }) => id !== block.id)
    document.change(compacted(others()))
    toast.success({
      title: `Removed “${name}” from the report`,
      duration: UNDO_MS,
      // Half a row before what has moved into its place.
      action: {
        label: 'Undo',
        onClick: () => document.change(compacted([...others(), { ...block, y: block.y - 0.5 }])),
      },
    })
  }
  const grip =
    reason !== undefined || isStacked ? undefined : (
      <button
        type="button"
        className="report-grip"
        data-no-image=""
        aria-label={`Move ${name}: arrow keys move it, with Shift they resize it`}
        onKeyDown={onKeyDown}
      >
        <GripVertical size={14} aria-hidden="true" />
      </button>
    )
  const menu = (
    <>
      <MenuItem icon={Pencil} disabledReason={reason} onSelect={() => setRenaming(true)}>
        Rename
      </MenuItem>
      <MenuItem icon={SquarePen} disabledReason={reason} onSelect={() => onEdit(block)}>
        {block.kind === 'sql' ? 'Change query' : 'Change measurement'}
      </MenuItem>
      <MenuItem
        icon={Copy}
        disabledReason={reason}
        onSelect={() =>
          document.change(compacted([...blocks(), { ...block, id: crypto.randomUUID(), y: block.y + block.h - 0.5 }]))
        }
      >
        Duplicate
      </MenuItem>
      <MenuItem icon={ArrowUp} disabledReason={reason} onSelect={() => arrange('up')}>
        Move up
      </MenuItem>
      <MenuItem icon={ArrowDown} disabledReason={reason} onSelect={() => arrange('down')}>
        Move down
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={FileSpreadsheet} onSelect={csv}>
        Download CSV
      </MenuItem>
      <MenuItem icon={Image} onSelect={() => void saveImage(box.current, name)}>
        Download image
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive disabledReason={reason} onSelect={remove}>
        Remove from report
      </MenuItem>
    </>
  )
  return (
    <div ref={box} className="flex flex-col">
      <Kind {...props} name={name} menu={menu} grip={grip} />
      <span className="ui-vh" role="status">
        {said}
      </span>
      {isRenaming ? (
        <Suspense fallback={null}>
          <RenameDialog
            title="Rename block"
            name={name}
            onClose={() => setRenaming(false)}
            onSave={(label) => {
              document.change(blocks().map((one) => (one.id === block.id ? { ...one, label } : one)))
              setRenaming(false)
            }}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function Kind({ block, ...rest }: BlockViewProps & KindProps) {
  return block.kind === 'sql' ? <QueryView block={block} {...rest} /> : <MetricBlock block={block} {...rest} />
}
