import type { DatabaseConnection } from '@stoa/contract'
import { Status } from '@stoa/ui'
import { StopButtons } from './StopButtons.tsx'
import type { Stopping } from './StopDialog.tsx'
import { STATES } from './states.ts'
import type { Waiting } from './waiting.ts'
import { msWords, ownerWords, stateOf, toneOf } from './words.ts'

type Shared = {
  readonly projectRef: string
  readonly onOpen: (connection: DatabaseConnection) => void
  readonly onStop: (stopping: Stopping) => void
}

/** Who waits for whom: below each connection those that it holds up. */
export function WaitingTrees({ trees, ...shared }: Shared & { trees: readonly Waiting[] }) {
  return (
    <ul aria-label="Waiting for one another">
      {trees.map((tree) => (
        <Branch key={tree.connection.pid} tree={tree} {...shared} />
      ))}
    </ul>
  )
}

function Branch({ tree, ...shared }: Shared & { tree: Waiting }) {
  const { connection, waiters } = tree
  const { pid, query, waits_for, locks, query_ms, transaction_ms } = connection
  const state = stateOf(connection)
  const wanted = locks.find(({ granted }) => !granted)
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line-faint py-2">
        <span className="w-36 shrink-0 max-wide:w-full">
          <Status tone={toneOf(connection)}>{state === null ? 'Unknown' : STATES[state]}</Status>
        </span>
        <span className="min-w-48 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <button type="button" className="ui-link num" onClick={() => shared.onOpen(connection)}>
              {pid}
            </button>
            <span>{ownerWords(connection)}</span>
            <span className="num text-12 text-fg-3">
              {state === 'waiting'
                ? `waits ${msWords(query_ms)} for ${wanted ? `${wanted.mode} on ${wanted.object}` : waits_for}`
                : `transaction open for ${msWords(transaction_ms)}`}
            </span>
          </span>
          <code className="ui-mono block truncate text-12 text-fg-2">{query ?? ''}</code>
        </span>
        <StopButtons projectRef={shared.projectRef} connection={connection} onStop={shared.onStop} />
      </div>
      {waiters.length === 0 ? null : (
        <ul className="ml-2 border-l border-line pl-4" aria-label={`Waiting for ${pid}`}>
          {waiters.map((waiter) => (
            <Branch key={waiter.connection.pid} tree={waiter} {...shared} />
          ))}
        </ul>
      )}
    </li>
  )
}
