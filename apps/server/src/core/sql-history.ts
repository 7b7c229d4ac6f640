import { randomUUID } from 'node:crypto'
import { HISTORY_DAYS, HISTORY_MAX, HISTORY_SQL_MAX, type RunEnding } from '@stoa/contract'
import { withoutPasswords } from '@stoa/sql'
import { sql } from 'kysely'
import pg from 'pg'
import type { Store } from '../store/store.ts'
import type { Platform } from './platform.ts'

/** What is noted when a run begins. */
export type BegunRun = {
  readonly id: string
  readonly projectId: number
  readonly user: { readonly id: string; readonly name: string }
  readonly documentId: string | null
  readonly sql: string
  readonly role: string
  readonly readOnly: boolean
  readonly ending: RunEnding | null
}

/** How a run ended. */
export type EndedRun = {
  readonly status: 'done' | 'failed' | 'cancelled'
  readonly ms: number
  readonly rowCount: number | null
  readonly error: string | null
}

/** Said of runs that a stop of the platform cut off. */
const CUT_OFF = 'The platform stopped while this ran'
const ERROR_MAX = 2_000

const UNIQUE_VIOLATION = '23505'

/**
 * Notes that a run begins, so that one that takes the platform down with it is known, too. Pages name their runs: one
 * with the name of an earlier one is noted under another.
 * @returns the id it is noted under
 */
export async function noteRun(store: Store, run: BegunRun): Promise<string> {
  try {
    await insertRun(store, run)
    return run.id
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error
    const id = randomUUID()
    await insertRun(store, { ...run, id })
    return id
  }
}

/** Whether a run of this id was ever noted. */
export const wasRun = async (store: Store, id: string): Promise<boolean> =>
  (await store.selectFrom('sql_history').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

async function insertRun(store: Store, run: BegunRun): Promise<void> {
  const readable = withoutPasswords(run.sql)
  const cut = readable.length > HISTORY_SQL_MAX
  await store
    .insertInto('sql_history')
    .values({
      id: run.id,
      project_id: run.projectId,
      user_id: run.user.id,
      user_name: run.user.name,
      document_id: run.documentId,
      // A text of the control database cannot hold it either; Postgres has refused the run for it.
      sql: (cut ? readable.slice(0, HISTORY_SQL_MAX) : readable).replaceAll('\0', ''),
      kept: cut ? 'cut' : readable === run.sql ? 'whole' : 'without-passwords',
      role: run.role,
      read_only: run.readOnly,
      in_transaction: run.ending,
      status: 'running',
    })
    .execute()
}

/** Notes how a run ended. */
export async function noteRunEnd(store: Store, id: string, { status, ms, rowCount, error }: EndedRun): Promise<void> {
  await store
    .updateTable('sql_history')
    .set({ status, ms, row_count: rowCount, error: error?.slice(0, ERROR_MAX).replaceAll('\0', '') ?? null })
    .where('id', '=', id)
    .execute()
}

/** Ends in the history what an earlier process was running. */
export async function endLostRuns(store: Store): Promise<void> {
  await store
    .updateTable('sql_history')
    .set({ status: 'failed', error: CUT_OFF })
    .where('status', '=', 'running')
    .execute()
}

/** Removes what is older, or more, than is kept. */
export async function pruneHistory({ store }: Platform): Promise<void> {
  await store
    .deleteFrom('sql_history')
    .where('started_at', '<', sql<Date>`now() - make_interval(days => ${HISTORY_DAYS})`)
    .where('status', '<>', 'running')
    .execute()
  await sql`
    delete from sql_history h using (
      select project_id, (array_agg(seq order by seq desc))[${HISTORY_MAX + 1}] as last
      from sql_history group by project_id having count(*) > ${HISTORY_MAX}
    ) full_ones
    where h.project_id = full_ones.project_id and h.seq <= full_ones.last and h.status <> 'running'`.execute(store)
}
