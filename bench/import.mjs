// A million rows of CSV into a table without an index: through the platform's import, beside the same bytes by a COPY
// of a bare client. Through the API alone, on a data folder of its own.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { IMPORT_PART, IMPORT_PARTS_AHEAD } from '../packages/contract/src/index.ts'
import { watchingMemory } from './lib/grown.mjs'
import { log, quiet } from './lib/machine.mjs'
import { benchProject } from './lib/project.mjs'
import { Stoa } from './lib/stoa.mjs'

const PRODUCT = 'stoa'
const MB = 1024 * 1024
const EMPTY = 'drop table if exists bench.taken; create table bench.taken (like bench.events)'

/** Imports a file as the dashboard does, which sends the next part while the one before is taken. @returns ms */
async function imported(stoa, ref, file, columns) {
  const began = performance.now()
  const path = `/platform/projects/${ref}/editor/import`
  const { id } = await stoa.call('POST', path, {
    schema: 'bench',
    table: 'taken',
    format: { kind: 'csv', delimiter: ',', header: true, width: columns.length, empty: 'null' },
    columns: columns.map((to, from) => ({ from, to })),
  })
  const underWay = []
  for (const [number, part] of [...parts(file, IMPORT_PART)].entries()) {
    const last = (number + 1) * IMPORT_PART >= file.length
    underWay.push(stoa.send('PUT', `${path}/${id}/parts/${number}?last=${last}`, part))
    if (underWay.length > IMPORT_PARTS_AHEAD) await underWay.shift()
  }
  await Promise.all(underWay)
  return performance.now() - began
}

/**
 * Runs the suite `import` and puts the samples under the product `stoa`, as `import.csv`.
 * @param options as `readOptions` gives them
 */
export async function measureImport(options, samples) {
  const dataDir = join(options.work, 'import')
  rmSync(dataDir, { recursive: true, force: true })
  const stoa = new Stoa({ dataDir, port: options.port + 5 })
  try {
    await stoa.start()
    const { ref, database } = await benchProject(stoa)
    const client = new pg.Client({ ...database, database: database.name, ssl: false })
    await client.connect()
    const chunks = []
    for await (const chunk of client.query(copyTo('copy bench.events to stdout (format csv, header true)')))
      chunks.push(Buffer.from(chunk))
    const file = Buffer.concat(chunks)
    const columns = file.subarray(0, file.indexOf('\n')).toString().split(',')
    const bare = async () => {
      await client.query(EMPTY)
      const began = performance.now()
      const copy = client.query(copyFrom('copy bench.taken from stdin (format csv, header true)'))
      await pipeline(Readable.from(parts(file, MB), { objectMode: false }), copy)
      return performance.now() - began
    }
    await bare()
    for (let run = 1; run <= options.runs; run++) {
      log('run', run, 'of', options.runs, 'import')
      const idle = await quiet(options)
      // What the one writes the machine still writes to its disk during the other: they take turns in being first.
      const bareBefore = run % 2 === 1 ? await bare() : null
      await client.query(EMPTY)
      const { result: ms, grown_mb } = await watchingMemory(stoa.platformPids, () => imported(stoa, ref, file, columns))
      const bareMs = bareBefore ?? (await bare())
      samples.put(PRODUCT, 'import.csv', {
        ms,
        bare_ms: bareMs,
        ratio: ms / bareMs,
        mb: file.length / MB,
        grown_mb,
        idle,
      })
    }
    await client.end()
  } finally {
    await stoa.stop('SIGINT')
  }
}

function* parts(file, size) {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}
