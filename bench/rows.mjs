// What the server takes for the first page of a table, of a million rows and of one with a value of 5 MB, and for the
// list of a schema with 200 tables. Through the API alone, on a data folder of its own.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { log, quiet } from './lib/machine.mjs'
import { benchProject } from './lib/project.mjs'
import { Stoa } from './lib/stoa.mjs'

const PRODUCT = 'stoa'
/** Calls of one sample; their median is what counts. */
const CALLS = 21
/** A table of small values, and the same with one of 5 MB in its first row. */
const LARGE = [
  `create table bench.small_json as select g as id, jsonb_build_object('v', g) as data from generate_series(1, 1000) g`,
  'alter table bench.small_json add primary key (id)',
  'create table bench.large_json (like bench.small_json including all)',
  'insert into bench.large_json select * from bench.small_json',
  `update bench.large_json set data = (
     select jsonb_agg(jsonb_build_object('key', k, 'text', md5(k::text))) from generate_series(1, 80000) k) where id = 1`,
  'analyze bench.small_json, bench.large_json',
]

/** The median of some calls, in ms, and what the last one gave. */
async function calls(call) {
  const times = []
  let answer = null
  for (let count = 0; count < CALLS; count++) {
    const began = performance.now()
    answer = await call()
    times.push(performance.now() - began)
  }
  return { ms: times.sort((a, b) => a - b)[CALLS >> 1], answer }
}

async function opened(stoa, ref, table) {
  const input = { schema: 'bench', table }
  const { ms, answer } = await calls(() => stoa.call('POST', `/platform/projects/${ref}/editor/open`, input))
  if (answer.page === null) throw new Error(`There is no page of ${table}: ${answer.problem}`)
  return { ms, page: answer.page }
}

/** The tables of the schema with 200 of them, with all that is known of them and of their columns. */
async function listed(stoa, ref) {
  const address = `/platform/pg-meta/${ref}/tables?included_schemas=bench_app`
  const { ms, answer } = await calls(() => stoa.call('GET', address))
  return { ms, tables: answer.length }
}

/**
 * Runs the suite `rows` and puts the samples under the product `stoa`, as `rows.first`, `rows.list` and
 * `rows.large`.
 * @param options as `readOptions` gives them
 */
export async function measureRows(options, samples) {
  const dataDir = join(options.work, 'rows')
  rmSync(dataDir, { recursive: true, force: true })
  const stoa = new Stoa({ dataDir, port: options.port + 9 })
  try {
    await stoa.start()
    const { ref } = await benchProject(stoa)
    for (const text of LARGE) await stoa.query(ref, text)
    const [{ bytes }] = await stoa.query(ref, 'select max(octet_length(data::text)) as bytes from bench.large_json')
    for (let run = 1; run <= options.runs; run++) {
      log('run', run, 'of', options.runs, 'rows')
      const idle = await quiet(options)
      const first = await opened(stoa, ref, 'events')
      samples.put(PRODUCT, 'rows.first', {
        ms: first.ms,
        postgres_ms: first.page.ms,
        rows: first.page.rows.length,
        idle,
      })
      samples.put(PRODUCT, 'rows.list', await listed(stoa, ref))
      const small = await opened(stoa, ref, 'small_json')
      const large = await opened(stoa, ref, 'large_json')
      if (large.page.large.length === 0) throw new Error('The large value came whole')
      samples.put(PRODUCT, 'rows.large', {
        ms: large.ms,
        small_ms: small.ms,
        mb: bytes / 1e6,
        ratio: large.ms / small.ms,
      })
    }
  } finally {
    await stoa.stop('SIGINT')
  }
}
