import { type ReactNode, useMemo } from 'react'
import { Stretches } from './Stretches.tsx'
import { colouredSql, withoutUnseen } from './sql-words.ts'

/** Longer texts stay plain: colours of so much text would take longer than anybody reads it. */
const COLOURED_MAX = 50_000

/** SQL in colours, to be read and not written; for the inside of `<code>`. */
export function SqlText({ sql }: { sql: string }) {
  const stretches = useMemo(
    () => (sql.length > COLOURED_MAX ? [{ text: sql, className: '' }] : colouredSql(sql)),
    [sql],
  )
  return <Stretches of={stretches} show={shown} />
}

/** A text with its unseen characters by their names, so that it cannot look like another one. */
function shown(text: string): ReactNode {
  const parts = withoutUnseen(text)
  if (parts.length === 1) return text
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text are its order.
      <span key={index} className="mx-px rounded-1 bg-warn-tint px-[3px] text-11 text-warn-fg">
        {part}
      </span>
    ),
  )
}
