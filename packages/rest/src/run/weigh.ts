import type pg from 'pg'
import type { Costs } from '../plan/choice.ts'
import type { Text } from '../plan/job.ts'
import { literal } from '../sql/statement.ts'
import { exchange, forget, type Prepared, type Row } from './exchange.ts'

const NAME = 'stoa_weighed'
const mode = (value: string): Prepared => ({
  text: `SELECT set_config('plan_cache_mode', '${value}', true) OFFSET 1`,
  values: [],
  keep: true,
})
const once = (text: string): Prepared => ({ text, values: [], keep: false })

const costOf = (rows: readonly Row[] | undefined): { cost: number; relations: number } => {
  const text = rows?.[0]?.[0] ?? ''
  const cost = Number(/"Total Cost": ([\d.]+)/.exec(text)?.[1] ?? Number.NaN)
  if (Number.isNaN(cost)) throw new Error('A plan without a cost')
  return { cost, relations: text.split('"Relation Name":').length - 1 }
}

/**
 * Asks Postgres what a statement costs, planned both ways, as the role that uses it. Nothing is run.
 * @param settings makes the transaction that role's
 * @throws what the driver throws; the connection is as good as before
 */
export async function weigh(client: pg.ClientBase, settings: Prepared, { text, values }: Text): Promise<Costs> {
  const given = values.map((value) => (value === null ? 'NULL' : literal(value)))
  const explain = once(`EXPLAIN (FORMAT JSON) EXECUTE ${NAME}${given.length > 0 ? `(${given.join(', ')})` : ''}`)
  try {
    const answers = await exchange(client, [
      settings,
      once(`PREPARE ${NAME} AS ${text}`),
      mode('force_custom_plan'),
      explain,
      mode('force_generic_plan'),
      explain,
      once(`DEALLOCATE ${NAME}`),
    ])
    const [custom, generic] = [costOf(answers[3]), costOf(answers[5])]
    return { custom: custom.cost, generic: generic.cost, relations: custom.relations }
  } catch (error) {
    // What is prepared outlives the transaction that failed.
    forget(client)
    await client.query('DEALLOCATE ALL')
    throw error
  }
}
