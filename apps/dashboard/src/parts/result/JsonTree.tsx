import { Button, formatNumber } from '@stoa/ui'
import { type ReactNode, useState } from 'react'
import type { JsonNode } from './json-tree.ts'

/** Entries that are laid out at first; lists of thousands take seconds otherwise. */
const AT_ONCE = 200
/** Levels that are open at first. */
const OPEN_LEVELS = 2

/** JSON as a tree that opens and closes. */
export function JsonTree({ node }: { node: JsonNode }) {
  return (
    <section
      aria-label="Content as a tree"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
      tabIndex={0}
      className="ui-mono focus-inset min-h-0 flex-1 overflow-auto px-3.5 py-2.5 text-12 leading-[20px]"
    >
      <Entry name={null} node={node} level={0} />
    </section>
  )
}

function Entry({ name, node, level }: { name: string | null; node: JsonNode; level: number }) {
  const label = name === null ? null : <span className="text-fg-2">{name}: </span>
  if ('entries' in node) {
    if (node.entries.length === 0)
      return (
        <div className="pl-4">
          {label}
          <span className="text-fg-3">{node.kind === 'object' ? '{}' : '[]'}</span>
        </div>
      )
    return <Branch label={label} node={node} level={level} />
  }
  const ink = { string: 'text-syn-string', number: 'text-syn-number', word: 'text-syn-keyword' }[node.kind]
  return (
    <div className="pl-4 wrap-anywhere">
      {label}
      <span className={ink}>{node.text}</span>
    </div>
  )
}

function Branch({
  label,
  node,
  level,
}: {
  label: ReactNode
  node: Extract<JsonNode, { kind: 'object' | 'array' }>
  level: number
}) {
  const [open, setOpen] = useState(level < OPEN_LEVELS)
  const [shown, setShown] = useState(AT_ONCE)
  const count = node.entries.length
  const things = node.kind === 'object' ? ['name', 'names'] : ['value', 'values']
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="rounded-1 marker:text-fg-3">
        {label}
        <span className="text-fg-3">
          {node.kind === 'object' ? '{…}' : '[…]'} {formatNumber(count)} {things[count === 1 ? 0 : 1]}
        </span>
      </summary>
      {open ? (
        <div className="ml-1 border-l border-line-faint pl-2">
          {node.entries.slice(0, shown).map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may occur twice, and nothing ever moves
            <Entry key={index} name={name} node={value} level={level + 1} />
          ))}
          {count > shown ? (
            <Button size="sm" variant="quiet" onClick={() => setShown(shown + 10 * AT_ONCE)}>
              {formatNumber(count - shown)} more
            </Button>
          ) : null}
        </div>
      ) : null}
    </details>
  )
}
