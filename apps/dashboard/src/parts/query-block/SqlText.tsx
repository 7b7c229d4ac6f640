import { useMemo } from 'react'
import { colouredSql } from './sql-words.ts'

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
            text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of a text are its order.
            <span key={index} className={className}>
              {text}
            </span>
          ),
        )}
      </code>
    </pre>
  )
}
