import { tokens } from '@stoa/sql'
import type { Stretch } from './Stretches.tsx'

// The words that statements and definitions are written with. The editor's whole dialect would bring the editor along.
const KEYWORDS = new Set(
  `add after all alter always and any array as asc attach before begin between by call cascade case cast check
  collate column comment commit concurrently conflict constraint create cross current current_date
  current_timestamp current_user data database default deferrable deferred definer delete desc detach disable
  distinct do domain drop each else enable end enum except exclude execute exists explain extension false filter
  first for force foreign from full function generated grant group having identity if ilike immediate immutable in
  include index inherit initially inner insert instead intersect interval into invoker is join key language last
  lateral left like limit local lock materialized merge no not nothing null nulls of offset on only option or order
  outer over owner partition permissive policy primary privileges procedure publication range read recursive
  references rename replace replica reset restrict restrictive return returning returns revoke right role rollback
  row rows rule schema security select sequence session set stable start statement stored strict table tablespace
  temporary then to trigger true truncate type union unique unlogged update user using valid validate value values
  view volatile when where window with without`.split(/\s+/),
)

/** Cuts SQL into coloured stretches, by its words alone: for texts that are only looked at. */
export function colouredSql(sql: string): Stretch[] {
  const found: Stretch[] = []
  for (const { kind, start, end } of tokens(sql)) {
    const text = sql.slice(start, end)
    const className = classOf(kind, text)
    const last = found.at(-1)
    if (last !== undefined && (last.className === className || text.trim() === ''))
      found[found.length - 1] = { text: last.text + text, className: last.className }
    else found.push({ text, className })
  }
  return found
}

function classOf(kind: string, text: string): string {
  if (kind === 'comment') return 'text-syn-comment'
  if (kind === 'string') return 'text-syn-string'
  if (kind === 'number') return 'text-syn-number'
  if (kind === 'symbol') return 'text-syn-punct'
  return kind === 'word' && KEYWORDS.has(text.toLowerCase()) ? 'text-syn-keyword' : ''
}

// Marks of direction, joiners, spaces without width, control characters: all that leaves no trace on the screen.
const UNSEEN = /((?![\t\n\r])[\p{Cf}\p{Cc}])/u

/** Cuts a text at the characters that nobody sees: every second part is one of them, by its number in Unicode. */
export const withoutUnseen = (text: string): string[] =>
  text
    .split(UNSEEN)
    .map((part, index) =>
      index % 2 === 0 ? part : `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
