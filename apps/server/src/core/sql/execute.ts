import { ENDS_TRANSACTION, type RunEnding, type RunRole, type SqlError, TRANSACTION_LEFT_OPEN } from '@stoa/contract'
import { commandKeyword, quoteIdent, quoteLiteral, type StatementRange } from '@stoa/sql'
import type pg from 'pg'
import { NOTHING } from './own.ts'
import { type QueryListener, streamQuery } from './stream-query.ts'

/** How a text is run. */
export type Execution = {
  readonly sql: string
  readonly readOnly: boolean
  readonly role: RunRole
  readonly claims: Readonly<Record<string, unknown>> | null
  readonly ending: RunEnding | null
  readonly timeoutMs: number | null
}

/** An error of ours about one statement, in the shape of Postgres's own. */
export class StatementRefused extends Error {
  readonly code = '25001'
}

/** An error that belongs to no statement of the text: its transaction could not be begun or kept. */
export class OutsideStatements extends Error {
  constructor(cause: unknown) {
    super('', { cause })
  }
}

const outside = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    throw new OutsideStatements(error)
  })

/** Commands that end a transaction, or try to begin one in another mode. */
const TRANSACTION_WORDS = new Set(['begin', 'start', 'commit', 'end', 'rollback', 'abort'])

/** Whether a text is run statement by statement, within one transaction of ours. */
export const isGuarded = ({ readOnly, role, claims, ending }: Execution): boolean =>
  readOnly || role !== 'postgres' || claims !== null || ending !== null

/**
 * Runs a text on a session that nobody else uses.
 *
 * Without a transaction of ours the whole text is one message, so that Postgres makes its statements one transaction
 * unless they say otherwise. With one, each statement is a message of its own by the extended protocol, which takes one
 * statement whatever its text says, and the transaction is looked at after each.
 * @throws what Postgres says, StatementRefused, OutsideStatements
 */
export async function execute(
  client: pg.Client,
  execution: Execution,
  ranges: readonly StatementRange[],
  listener: QueryListener,
): Promise<void> {
  const { sql, timeoutMs } = execution
  if (!isGuarded(execution)) {
    if (timeoutMs !== null) await outside(client.query(`set statement_timeout = ${timeoutMs}`))
    await streamQuery(client, sql, false, listener)
    // The session ends with the run, and what is open with it: nobody may take that for kept.
    if (client.getTransactionStatus() === 'T') throw new OutsideStatements(new StatementRefused(TRANSACTION_LEFT_OPEN))
    return
  }
  await outside(client.query(opening(execution)))
  for (const { start, end } of ranges) {
    const statement = sql.slice(start, end)
    if (endsTransaction(statement)) throw new StatementRefused(ENDS_TRANSACTION)
    try {
      await streamQuery(client, statement, true, listener)
    } catch (error) {
      throw placedIn(error, sql, start)
    }
    // Whatever got past the rule above: nothing more is sent once the transaction is over.
    if (client.getTransactionStatus() !== 'T') throw new StatementRefused(ENDS_TRANSACTION)
  }
  // A read-only transaction has nothing to keep.
  const undone = execution.ending === 'rollback' || execution.readOnly
  await outside(client.query(undone ? 'rollback' : 'commit'))
}

/** What begins the transaction. One message, and so one way to the server and back. */
function opening({ readOnly, role, claims, timeoutMs }: Execution): string {
  const carried = { role, ...claims }
  return [
    readOnly ? 'begin read only' : 'begin',
    // After the first statement of a transaction its mode cannot be changed back any more.
    NOTHING,
    ...(timeoutMs === null ? [] : [`set local statement_timeout = ${timeoutMs}`]),
    ...(role === 'postgres' && claims === null
      ? []
      : [`select pg_catalog.set_config('request.jwt.claims', ${quoteLiteral(JSON.stringify(carried))}, true)`]),
    ...(role === 'postgres' ? [] : [`set local role ${quoteIdent(role)}`]),
  ].join('; ')
}

/** Back to a savepoint is no end: `rollback to`. */
function endsTransaction(statement: string): boolean {
  const word = commandKeyword(statement) ?? ''
  if (word === 'rollback' || word === 'abort')
    return !/^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*rollback\s+(?:(?:work|transaction)\s+)?to\b/i.test(statement)
  if (word === 'prepare') return /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*prepare\s+transaction\b/i.test(statement)
  return TRANSACTION_WORDS.has(word)
}

/** An error of one statement, with its position moved to the whole text. */
function placedIn(error: unknown, sql: string, start: number): unknown {
  const { position } = error as Partial<SqlError & { position: unknown }>
  if (typeof position !== 'string' || start === 0) return error
  // Postgres counts characters, and a string counts code units.
  const before = [...sql.slice(0, start)].length
  return Object.assign(error as Error, { position: String(Number(position) + before) })
}
