import type pg from 'pg'
import { notSingular, putMismatch, tooManyAffected } from '../errors.ts'
import type { Job } from '../plan/job.ts'
import { exchange, forget, type Prepared, type Row } from './exchange.ts'
import type { Lanes } from './lanes.ts'
import { PLAN_MODE } from './settings.ts'

/** How a job is run. */
export type Run = {
  /** The settings of the transaction, as one statement. */
  readonly settings: Prepared
  /** A function that is called first, as SQL. */
  readonly before: string | null
  readonly isolation: string | null
  readonly rollback: boolean
  readonly maxAffected: number | null
  /** Whether the settings ask for one plan for all values, which holds for the job's own statement and no other. */
  readonly generic: boolean
}

export type Outcome = {
  readonly total: number | null
  readonly rows: number
  readonly body: string
  readonly location: string | null
  readonly fresh: number | null
  readonly headers: string | null
  readonly status: string | null
}

const ISOLATIONS = ['read committed', 'repeatable read', 'serializable']
const plain = (text: string): Prepared => ({ text, values: [], keep: true })
/** What functions run inside of the job's statement is planned as ever. */
const AUTO = plain(`SELECT set_config('${PLAN_MODE}', 'auto', true) OFFSET 1`)

function explained({ shape, statement }: Job): Prepared | null {
  if (shape.media.kind !== 'plan') return null
  const options = [`FORMAT ${shape.media.format.toUpperCase()}`, ...shape.media.options.map((one) => one.toUpperCase())]
  return { text: `EXPLAIN (${options.join(', ')}) ${statement.text}`, values: statement.values, keep: false }
}

const planRows = (rows: readonly Row[]): number => {
  const text = rows.map(([line]) => line ?? '').join('\n')
  return Number(/"Plan Rows": (\d+)/.exec(text)?.[1] ?? 0)
}

function outcomeOf(job: Job, main: readonly Row[], estimate: readonly Row[] | null): Outcome {
  if (job.shape.media.kind === 'plan') {
    const body = main.map(([line]) => line ?? '').join('\n')
    return { total: null, rows: 0, body, location: null, fresh: null, headers: null, status: null }
  }
  const [total, rows, body, location, fresh, headers, status] = main[0] ?? []
  const counted = total === null || total === undefined ? null : Number(total)
  const planned = estimate === null ? null : planRows(estimate)
  const known = planned === null || (counted !== null && job.countedUpTo !== null && counted <= job.countedUpTo)
  return {
    total: known ? counted : Math.max(planned, counted ?? 0),
    rows: Number(rows ?? 0),
    body: body ?? '',
    location: location ?? null,
    fresh: fresh === null || fresh === undefined ? null : Number(fresh),
    headers: headers ?? null,
    status: status ?? null,
  }
}

/** Whether an outcome may have to be undone once it is known. */
const undecided = (job: Job, run: Run): boolean =>
  !job.readOnly &&
  job.shape.media.kind !== 'plan' &&
  (job.kind === 'put' ||
    run.maxAffected !== null ||
    (job.shape.media.kind === 'object' && job.shape.form.kind === 'media'))

/**
 * Refuses an outcome that is not what was asked for.
 * @throws RestError PGRST115, PGRST116, PGRST124
 */
function check(job: Job, run: Run, outcome: Outcome): void {
  const { media, form } = job.shape
  if (job.kind === 'put' && outcome.rows !== 1) throw putMismatch()
  const oneOnly =
    media.kind === 'object' && (form.kind === 'media' || (form.kind === 'scalar' && job.routine?.returnsSet))
  if (oneOnly && outcome.rows !== 1) throw notSingular(outcome.rows)
  if (run.maxAffected !== null && job.kind !== 'read' && job.kind !== 'insert' && outcome.rows > run.maxAffected)
    throw tooManyAffected(outcome.rows)
}

const WORN = ['26000', '0A000']
const worn = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  WORN.includes(String(error.code)) &&
  /prepared statement|cached plan/.test(error.message)

/**
 * Does a job in one transaction: in one round trip, or in two where the outcome decides whether it holds.
 * @throws RestError, or what the driver throws
 */
export const execute = (lanes: Lanes, job: Job, run: Run): Promise<Outcome> =>
  lanes.use(async (client) => {
    try {
      return await attempt(client, job, run)
    } catch (error) {
      // Somebody's function may have deallocated what this connection keeps; nothing has happened yet.
      if (!worn(error)) throw error
      forget(client)
      await client.query('deallocate all')
      return attempt(client, job, run)
    }
  })

async function attempt(client: pg.ClientBase, job: Job, run: Run): Promise<Outcome> {
  const isolation = ISOLATIONS.find((one) => one === run.isolation?.toLowerCase())
  const waits = undecided(job, run) || (run.rollback && !job.readOnly)
  const explicit = waits || isolation !== undefined
  const mode = isolation === undefined ? '' : ` ISOLATION LEVEL ${isolation.toUpperCase()}`
  const statements: Prepared[] = []
  if (explicit) statements.push(plain(`BEGIN${mode}`))
  statements.push(run.settings)
  if (run.before !== null) statements.push(plain(run.before))
  if (run.generic) statements.push(AUTO)
  const at = statements.length
  const { text, values } = job.statement
  statements.push(explained(job) ?? { text, values, keep: true, early: run.generic })
  if (job.estimate !== null) statements.push({ ...job.estimate, keep: false })
  if (explicit && !waits) statements.push(plain('COMMIT'))
  let answered: Row[][]
  try {
    answered = await exchange(client, statements)
  } catch (error) {
    if (explicit) await client.query('ROLLBACK')
    throw error
  }
  const outcome = outcomeOf(job, answered[at] ?? [], job.estimate === null ? null : (answered[at + 1] ?? []))
  try {
    check(job, run, outcome)
  } catch (error) {
    if (waits) await client.query('ROLLBACK')
    throw error
  }
  if (waits) await client.query(run.rollback ? 'ROLLBACK' : 'COMMIT')
  return outcome
}
