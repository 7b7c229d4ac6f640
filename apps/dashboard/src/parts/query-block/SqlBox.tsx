import { SqlText } from '../code/SqlText.tsx'

/** The SQL of a block, to be read and not written. */
export const SqlBox = ({ sql }: { sql: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
  <pre className="qb-sql ui-mono focus-inset" tabIndex={0}>
    <code>
      <SqlText sql={sql} />
    </code>
  </pre>
)
