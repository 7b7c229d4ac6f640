import { type ReactNode, useMemo } from 'react'
import { colouredSql, withoutUnseen } from './sql-words.ts'

/** Longer texts stay plain: colours of so much text would take longer than anybody reads it. */
const COLOURED_MAX = 20_000

/** SQL in colours, to be read and not written. */
export function SqlText({ sql }: { sql: string }) {
  const stretches = useMemo(
    () => (sql.length > COLOURED_MAX ? [{ text: sql, className: '' }] : colouredSql(sql)),
    [sql],
  )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <pre className="qb-sql ui-mono focus-inset" tabIndex={0}>
      <code>
        {stretches.map(({ text, className }, index) =>
          className === '' ? (
            shown(text)
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text are its order.
            <span key={index} className={className}>
              {shown(text)}
            </span>
          ),
        )}
      </code>
    </pre>
  )
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
      <span key={index} className="qb-unseen">
        {part}
      </span>
    ),
  )
}
