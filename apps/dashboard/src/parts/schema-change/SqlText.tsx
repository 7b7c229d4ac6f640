import { tokens } from '@stoa/sql'
import { useMemo } from 'react'

/** Longer texts stay plain: colours of so much text would take longer than anybody reads it. */
const COLOURED_MAX = 100_000

// The words that definitions are written with. The editor's whole dialect would bring the editor along.
const KEYWORDS = new Set(
  `add after all alter always and any array as asc attach before begin between by cascade case cast check collate column
  comment commit concurrently constraint create cross current_date current_timestamp current_user data database default
  deferrable deferred definer delete desc detach disable distinct do domain drop each else enable end enum except
  exclude execute exists extension false for force foreign from full function generated grant group having identity if
  immediate immutable in include index inherit initially inner insert instead into invoker is join key language left
  like limit local lock materialized no not null nulls of offset on only option or order outer owner partition
  permissive policy primary privileges procedure publication range read references rename replace replica reset restrict
  restrictive return returns revoke right role row rule schema security select sequence session set stable start
  statement stored strict table tablespace temporary then to trigger true truncate type union unique unlogged update
  user using valid validate value values view volatile when where with without`.split(/\s+/),
)

const CLASSES: Readonly<Record<string, string>> = {
  string: 'text-syn-string',
  number: 'text-syn-number',
  comment: 'text-syn-comment',
  symbol: 'text-syn-punct',
}

type Stretch = { readonly start: number; readonly text: string; readonly className: string }

/** A text of SQL in stretches of one colour each. */
function stretches(sql: string): Stretch[] {
  if (sql.length > COLOURED_MAX) return [{ start: 0, text: sql, className: '' }]
  const found: Stretch[] = []
  for (const { kind, start, end } of tokens(sql)) {
    const text = sql.slice(start, end)
    const className =
      kind === 'word' ? (KEYWORDS.has(text.toLowerCase()) ? 'text-syn-keyword' : '') : (CLASSES[kind] ?? '')
    const last = found.at(-1)
    if (last !== undefined && (last.className === className || kind === 'space'))
      found[found.length - 1] = { ...last, text: last.text + text }
    else found.push({ start, text, className })
  }
  return found
}

/** SQL in colours, to be read; for the inside of `<code>`. */
export function SqlText({ sql }: { sql: string }) {
  const parts = useMemo(() => stretches(sql), [sql])
  return parts.map(({ start, text, className }) => (
    <span key={start} className={className}>
      {text}
    </span>
  ))
}
