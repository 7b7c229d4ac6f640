import { CopyButton } from '@stoa/ui'
import { SqlText } from '../code/SqlText.tsx'
import type { ChangeFailure } from './run-change.ts'

/** So many are laid out; copying takes all. */
const SHOWN = 200

/** The statements that will run, or have been refused, each with what Postgres said about it. */
export function Statements({
  statements,
  failure = null,
  isTall = false,
}: {
  statements: readonly string[]
  failure?: ChangeFailure | null
  /** Takes the height that it needs, where it is all that there is to see. */
  isTall?: boolean
}) {
  const sql = statements.map((statement) => `${statement};`).join('\n\n')
  return (
    <figure className="relative m-0 min-w-0 rounded-3 border border-line bg-sunken" aria-label="SQL">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard. */}
      <div className={`overflow-auto p-3 pr-10 text-12 ${isTall ? '' : 'max-h-80'}`} tabIndex={0}>
        {statements.slice(0, SHOWN).map((statement, index) => {
          const isRefused = failure?.statement === index
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: statements are their order.
            <div key={index} className="not-first:mt-3">
              <pre
                className={`ui-mono whitespace-pre-wrap wrap-anywhere ${isRefused ? '-mx-1.5 rounded-2 bg-bad-tint px-1.5' : ''}`}
              >
                <code>
                  <SqlText sql={`${statement};`} />
                </code>
              </pre>
            </div>
          )
        })}
        {statements.length > SHOWN ? <p className="mt-3 text-fg-3">and {statements.length - SHOWN} more</p> : null}
      </div>
      <span className="absolute top-1.5 right-3 rounded-2 bg-sunken">
        <CopyButton value={sql} label="Copy SQL" size="xs" />
      </span>
    </figure>
  )
}
