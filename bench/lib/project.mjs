import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitStatements } from '../../packages/sql/src/index.ts'
import { log } from './machine.mjs'

const PASSWORD = 'bench-database-only'
const NAME = 'Benchmark'
const DATA = join(import.meta.dirname, '..', 'events.sql')
const ROWS = 1_000_000

/**
 * Makes the project that is measured and loads the data into it.
 * @returns its ref, and how programs reach its database
 */
export async function benchProject(stoa) {
  const { ref } = await stoa.createProject(NAME, { db_pass: PASSWORD })
  log('loading', ROWS.toLocaleString('en'), 'rows')
  const text = readFileSync(DATA, 'utf8')
  for (const { start, end } of splitStatements(text)) await stoa.query(ref, text.slice(start, end))
  const [found] = await stoa.query(
    ref,
    `select count(*)::int as rows, current_setting('port')::int as port from bench.events`,
  )
  if (found.rows !== ROWS) throw new Error(`bench.events has ${found.rows} rows and not ${ROWS}`)
  const database = { host: '127.0.0.1', port: found.port, user: 'postgres', password: PASSWORD, name: 'postgres' }
  return { ref, database }
}
