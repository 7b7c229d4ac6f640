// A million rows as a file: through the platform's export, beside the same COPY read by a bare client. Through the API
// alone, on a data folder of its own.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describeStatement } from '../apps/server/src/core/export/copy-out.ts'
import { copyStatement } from '../apps/server/src/core/export/copy-statement.ts'
import { watchingMemory } from './lib/grown.mjs'
import { log, quiet } from './lib/machine.mjs'
import { benchProject } from './lib/project.mjs'
import { OWNER, Stoa } from './lib/stoa.mjs'

const PRODUCT = 'stoa'
const MB = 1024 * 1024
const QUERY = 'select * from bench.events order by id'

/** Reads all that a COPY sends and does nothing with it. @returns how long that took, in ms */
async function bareCopy(client, statement) {
  const began = performance.now()
  let bytes = 0
  await new Promise((resolve, reject) =>
    client.query({
      submit: (connection) => connection.query(statement),
      handleCopyData: ({ chunk }) => {
        bytes += chunk.length
      },
      handleCommandComplete() {},
      handleError: reject,
      handleReadyForQuery: resolve,
    }),
  )
  return { ms: performance.now() - began, bytes }
}

/** Downloads an export and does nothing with it. */
async function exported(stoa, ref, format) {
  const began = performance.now()
  const { url } = await stoa.call('POST', `/platform/projects/${ref}/sql/exports`, { sql: QUERY, format })
  const answer = await fetch(stoa.origin + url, { headers: { authorization: `Bearer ${OWNER.token}` } })
  if (!answer.ok) throw new Error(`The export was answered with ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  return { ms: performance.now() - began, bytes }
}

/**
 * Runs the suite `export` and puts the samples under the product `stoa`, as `export.csv`, `export.json`, `export.sql`.
 * @param options as `readOptions` gives them
 */
export async function measureExport(options, samples) {
  const dataDir = join(options.work, 'export')
  rmSync(dataDir, { recursive: true, force: true })
  const stoa = new Stoa({ dataDir, port: options.port + 4 })
  try {
    await stoa.start()
    const { ref, database } = await benchProject(stoa)
    const client = new pg.Client({ ...database, database: database.name, ssl: false })
    await client.connect()
    const { columns } = await describeStatement(client, QUERY)
    // What is read for the first time comes from the disk.
    await bareCopy(client, copyStatement(QUERY, columns, 'csv'))
    for (let run = 1; run <= options.runs; run++)
      for (const format of ['csv', 'json', 'sql']) {
        log('run', run, 'of', options.runs, 'export', format)
        const idle = await quiet(options)
        const bare = await bareCopy(client, copyStatement(QUERY, columns, format))
        const { result, grown_mb } = await watchingMemory(stoa.platformPids, () => exported(stoa, ref, format))
        const { ms, bytes } = result
        samples.put(PRODUCT, `export.${format}`, {
          ms,
          bare_ms: bare.ms,
          ratio: ms / bare.ms,
          mb: bytes / MB,
          grown_mb,
          idle,
        })
      }
    await client.end()
  } finally {
    await stoa.stop('SIGINT')
  }
}
