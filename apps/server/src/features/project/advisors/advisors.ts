import { createHash } from 'node:crypto'
import {
  ADVICE_IDS,
  ADVICE_LEVELS,
  ADVICE_TOO_SLOW,
  type Finding,
  IGNORED_MAX,
  IGNORED_TOO_MANY,
  NOT_RUNNING,
} from '@stoa/contract'
import pg from 'pg'
import { audit } from '../../../core/audit.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { dataApiSettings } from '../../../core/project-apis.ts'
import type { Check, Found } from './check.ts'
import { PERFORMANCE } from './performance.ts'
import { SECURITY } from './security.ts'

const CHECKS: readonly Check[] = [...SECURITY, ...PERFORMANCE]
/** No check takes longer than so, in ms: it looks at the catalogue, and never at rows. */
const PATIENCE_MS = 3_000
const CANCELED = '57014'
/** Longer names of findings are kept as their hash: functions can have many arguments. */
const NAME_MAX = 300

/** What a finding is known by, also after a restore: its check and the name of its object. */
function findingId(check: Check, { schema, name, table }: Found): string {
  // Names of constraints are unique in their table only.
  const place = check.id === 'unindexed_foreign_key' ? [schema, table, name] : [schema, name]
  const said = place.join('.')
  return `${check.id}:${said.length > NAME_MAX ? createHash('sha256').update(said).digest('hex') : said}`
}

/** Runs all checks as the role that can only read, one after the other. */
async function look(context: Context, exposed: readonly string[]) {
  const pool = await context.platform.databases.readPool(context.scope.project, 'catalog', 'reader')
  const client = await pool.connect()
  try {
    await client.query(`begin read only; set local statement_timeout = ${PATIENCE_MS}`)
    const findings: Omit<Finding, 'ignored'>[] = []
    for (const check of CHECKS) {
      // Checks of one kind need the schemas of the data API, and the others may be given no parameter.
      const values = check.sql.includes('$1') ? [exposed] : []
      const { rows } = await client.query<Found>(check.sql, values)
      for (const row of rows) {
        const { level, type, detail, fix, inTransaction } = check.say(row)
        const { schema, name, table } = row
        const id = findingId(check, row)
        findings.push({
          ...{ id, check: check.id, level, schema, type, name, table, detail, fix: [...fix] },
          fix_in_transaction: inTransaction ?? true,
        })
      }
    }
    const { rows } = await client.query<{ since: Date | null }>(
      'select stats_reset as since from pg_stat_database where datname = current_database()',
    )
    return { findings, counted_since: rows[0]?.since?.toISOString() ?? null }
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

const order = (a: Finding, b: Finding): number =>
  ADVICE_LEVELS.indexOf(a.level) - ADVICE_LEVELS.indexOf(b.level) ||
  ADVICE_IDS.indexOf(a.check) - ADVICE_IDS.indexOf(b.check) ||
  `${a.schema}.${a.name}`.localeCompare(`${b.schema}.${b.name}`)

export const advisors = {
  list: api.project.advisors.list.handler(async ({ context }) => {
    const { platform, scope } = context
    const { schemas } = await dataApiSettings(platform.store, scope.project.id)
    const { findings, counted_since } = await look(context, schemas).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError)) throw conflict(NOT_RUNNING)
      throw error.code === CANCELED ? conflict(ADVICE_TOO_SLOW) : error
    })
    const rows = await platform.store
      .selectFrom('ignored_advice')
      .select('finding')
      .where('project_id', '=', scope.project.id)
      .execute()
    const ignored = new Set(rows.map(({ finding }) => finding))
    return {
      findings: findings.map((finding) => ({ ...finding, ignored: ignored.has(finding.id) })).sort(order),
      counted_since,
    }
  }),

  ignore: api.project.advisors.ignore.handler(({ input, context }) => {
    const { platform, scope } = context
    const named = { project_id: scope.project.id, finding: input.id }
    return platform.store.transaction().execute(async (tx) => {
      if (input.ignored) {
        const { count } = await tx
          .selectFrom('ignored_advice')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('project_id', '=', scope.project.id)
          .executeTakeFirstOrThrow()
        if (count >= IGNORED_MAX) throw conflict(IGNORED_TOO_MANY)
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('ignored_advice')
          .values({ ...named, ignored_by: scope.caller.account.id })
          .onConflict((already) => already.doNothing())
          .executeTakeFirstOrThrow()
        if (!numInsertedOrUpdatedRows) return
      } else {
        const { numDeletedRows } = await tx
          .deleteFrom('ignored_advice')
          .where('project_id', '=', named.project_id)
          .where('finding', '=', named.finding)
          .executeTakeFirstOrThrow()
        if (!numDeletedRows) return
      }
      await audit(tx, actorOf(context), {
        action: input.ignored ? 'project.advice_ignored' : 'project.advice_restored',
        organization: scope.organization.slug,
        project: scope.project.ref,
        details: { finding: input.id },
      })
    })
  }),
}
