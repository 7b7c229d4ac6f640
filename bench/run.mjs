// npm run bench: starts all that is to be measured, measures it, prints the results and stops it again.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled } from '../scripts/lib/environment.mjs'
import { adminer, whyNoAdminer } from './adapters/adminer.mjs'
import { stoaDashboard } from './adapters/stoa.mjs'
import { measureAssistant } from './assistant.mjs'
import { measureClassify } from './classify.mjs'
import { measureEngine } from './engine.mjs'
import { measureExport } from './export.mjs'
import { measureImport } from './import.mjs'
import { log } from './lib/machine.mjs'
import { OptionError, readOptions } from './lib/options.mjs'
import { benchProject } from './lib/project.mjs'
import { report } from './lib/report.mjs'
import { Samples } from './lib/statistics.mjs'
import { Stoa } from './lib/stoa.mjs'
import { measureLife } from './life.mjs'
import { measure } from './measure.mjs'
import { measureMoving } from './moving.mjs'
import { measureRest } from './rest.mjs'
import { measureRows } from './rows.mjs'
import { measureServers } from './servers.mjs'
import { measureVisualizer } from './visualizer.mjs'

/** Suites that need no other product, and start what they need themselves. */
const ALONE = [
  'classify',
  'export',
  'import',
  'rows',
  'engine',
  'life',
  'servers',
  'moving',
  'rest',
  'visualizer',
  'assistant',
]

async function measureScreens(options, samples) {
  const dataDir = join(options.work, 'stoa')
  // What a run before left would need the ports that it had.
  rmSync(dataDir, { recursive: true, force: true })
  const stoa = new Stoa({ dataDir, port: options.port })
  const started = []
  const stopAll = async () => {
    for (const product of started) await product.stop()
    await stoa.stop('SIGINT')
  }
  process.once('SIGINT', () => stopAll().finally(() => process.exit(130)))
  try {
    await stoa.start()
    const { ref, database } = await benchProject(stoa)
    const adapters = []
    if (options.products.includes('stoa')) adapters.push(stoaDashboard(stoa, ref))
    if (options.products.includes('adminer')) {
      const reason = whyNoAdminer()
      if (reason !== null) log(reason)
      else {
        const product = adminer({ port: options.port + 1, folder: join(options.work, 'adminer'), database })
        await product.start()
        started.push(product)
        adapters.push(product)
      }
    }
    await measure(adapters, options, samples)
    return adapters.map(({ name }) => name)
  } finally {
    await stopAll()
  }
}

async function main() {
  const options = readOptions(process.argv.slice(2))
  if (options === null) return
  // A start of Stoa builds what is stale; that must not be part of a measurement.
  ensureInstalled()
  ensureBuilt()
  mkdirSync(options.work, { recursive: true })
  const samples = new Samples()
  const products = []
  const save = () => {
    if (options.out === null) return
    const machine = { model: cpus()[0].model, cpus: options.cpus, memory_mb: Math.round(totalmem() / 1024 / 1024) }
    const at = new Date().toISOString()
    writeFileSync(
      options.out,
      JSON.stringify({ at, machine, results: samples.report(), samples: samples.all }, null, 1),
    )
  }
  try {
    if (options.suites.some((suite) => !ALONE.includes(suite)))
      products.push(...(await measureScreens(options, samples)))
    if (options.suites.includes('classify')) await measureClassify(options, samples)
    if (options.suites.includes('engine')) await measureEngine(options, samples)
    if (options.suites.includes('life')) await measureLife(options, samples)
    if (options.suites.includes('servers')) await measureServers(options, samples)
    if (options.suites.includes('moving')) await measureMoving(options, samples)
    if (options.suites.includes('rest')) await measureRest(options, samples)
    if (options.suites.includes('export')) await measureExport(options, samples)
    if (options.suites.includes('import')) await measureImport(options, samples)
    if (options.suites.includes('rows')) await measureRows(options, samples)
    if (options.suites.includes('visualizer')) await measureVisualizer(options, samples)
    if (options.suites.includes('assistant')) await measureAssistant(options, samples)
  } finally {
    save()
    process.stdout.write(`${report(samples, products)}\n`)
  }
}

try {
  await main()
} catch (error) {
  if (!(error instanceof OptionError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
