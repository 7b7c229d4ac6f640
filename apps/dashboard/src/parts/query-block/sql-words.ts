import { tokens } from '@stoa/sql'

const KEYWORDS = new Set(
  (
    'add all alter and any as asc begin between by call cascade case cast check column comment commit concurrently ' +
    'conflict constraint create cross current database default definer delete desc distinct do drop each else end ' +
    'enable except execute exists explain extension false filter first for foreign from full function generated ' +
    'grant group having identity if ilike in index inner insert intersect interval into invoker is join key language ' +
    'last lateral left like limit materialized merge not nothing null nulls of offset on only or order outer over ' +
    'partition policy primary procedure recursive references replace restrict returning returns revoke right role ' +
    'rollback row rows schema security select sequence set stable table then to trigger true truncate type union ' +
    'unique update using values view volatile when where window with immutable before after instead'
  ).split(' '),
)

/** A stretch of SQL and the class that colours it; an empty one leaves it as it is. */
type Stretch = { readonly text: string; readonly className: string }

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
