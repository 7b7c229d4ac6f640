import type { DatabaseConnection } from '@stoa/contract'
import { Badge, CopyButton, CopyRow, CopyRows, Dialog, Empty, formatDateTime, Table, Td, Th } from '@stoa/ui'
import { SqlText } from '../../../../parts/code/SqlText.tsx'
import { StopButtons } from './StopButtons.tsx'
import type { Stopping } from './StopDialog.tsx'
import { msWords, ownerWords } from './words.ts'

/** Everything that is known of one connection: its query, its times, and its locks. */
export function ConnectionDetail({
  projectRef,
  connection,
  others,
  queriesShown,
  onStop,
  onClose,
}: {
  projectRef: string
  connection: DatabaseConnection | undefined
  others: readonly DatabaseConnection[]
  queriesShown: boolean
  onStop: (stopping: Stopping) => void
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      variant="sheet"
      width={560}
      title={connection === undefined ? 'Connection' : `Connection ${connection.pid}`}
      footer={
        connection === undefined ? undefined : (
          <StopButtons projectRef={projectRef} connection={connection} onStop={onStop} />
        )
      }
    >
      {connection === undefined ? (
        <Empty title="This connection has ended" text="The list shows those that are connected now." />
      ) : (
        <Facts connection={connection} others={others} queriesShown={queriesShown} />
      )}
    </Dialog>
  )
}

function Facts({
  connection,
  others,
  queriesShown,
}: {
  connection: DatabaseConnection
  others: readonly DatabaseConnection[]
  queriesShown: boolean
}) {
  const { pid, query, state, waits_for, query_ms, transaction_ms, blocked_by, locks } = connection
  const waiting = others.filter((one) => one.blocked_by.includes(pid)).map((one) => one.pid)
  return (
    <div className="grid gap-5">
      {query === null ? (
        <p className="text-fg-2">
          {queriesShown ? 'It has run no query yet.' : 'What others run is not shown to members who only read.'}
        </p>
      ) : (
        <figure className="relative m-0 rounded-3 border border-line bg-sunken" aria-label="Query">
          <pre className="ui-mono p-3 pr-10 text-12 whitespace-pre-wrap wrap-anywhere">
            <code>
              <SqlText sql={query} />
            </code>
          </pre>
          <span className="absolute top-1.5 right-1.5">
            <CopyButton value={query} label="Copy query" size="xs" />
          </span>
        </figure>
      )}
      <CopyRows>
        <CopyRow name="Role" value={ownerWords(connection)} />
        <CopyRow name="Application" value={connection.application === '' ? 'no name' : connection.application} />
        <CopyRow name="From" value={connection.address ?? 'the server’s own socket'} />
        <CopyRow name="Connected" value={formatDateTime(connection.started_at)} />
        <CopyRow name="State" value={state ?? connection.kind} />
        {waits_for === null ? null : <CopyRow name="Waits for" value={waits_for} />}
        <CopyRow name={state === 'active' ? 'Runs for' : 'Rests for'} value={msWords(query_ms)} />
        {transaction_ms === null ? null : <CopyRow name="Transaction" value={`open for ${msWords(transaction_ms)}`} />}
        {blocked_by.length === 0 ? null : <CopyRow name="Held up by" value={blocked_by.join(', ')} />}
        {waiting.length === 0 ? null : <CopyRow name="Holds up" value={waiting.join(', ')} />}
      </CopyRows>
      {locks.length === 0 ? null : (
        <Table aria-label="Locks">
          <thead>
            <tr>
              <Th>Locked</Th>
              <Th>Mode</Th>
              <Th>State</Th>
            </tr>
          </thead>
          <tbody>
            {locks.map(({ object, mode, granted }) => (
              <tr key={`${object} ${mode} ${granted}`}>
                <Td className="wrap-anywhere">{object}</Td>
                <Td>{mode.replace(/Lock$/, '')}</Td>
                <Td>{granted ? 'held' : <Badge tone="warn">waits</Badge>}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}
