import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '..')

/** What can be measured: the six suites of the browser comparison, what a script does, the platform's own operations, also with a full project, first pages of rows, the engine's with full servers, the drawing of a schema, and the assistant's panel. */
export const SUITES = [
  'load',
  'tables',
  'sql',
  'grid',
  'heap',
  'rss',
  'cold',
  'classify',
  'engine',
  'life',
  'servers',
  'moving',
  'rest',
  'export',
  'import',
  'rows',
  'visualizer',
  'assistant',
]

const DEFAULTS = {
  suites: SUITES.join(','),
  products: 'stoa,adminer',
  runs: '5',
  sizes: '1000,10000,100000',
  port: '20800',
  work: resolve(FOLDER, '.work'),
  quiet: '0.5',
  'quiet-wait': '12',
  timeout: '90',
  projects: '20',
  many: '50',
  creations: '10',
  out: '',
}

const HELP = `npm run bench -- [options]
  --suites a,b      of ${SUITES.join(', ')} (default: all)
  --products a,b    of stoa, adminer (default: both)
  --runs n          samples of each measurement (default ${DEFAULTS.runs})
  --sizes a,b       rows of the SQL runs (default ${DEFAULTS.sizes})
  --port n          first of the two ports that are used (default ${DEFAULTS.port})
  --work folder     where everything is written (default bench/.work)
  --quiet share     idle share of the processors to wait for before a sample (default ${DEFAULTS.quiet})
  --quiet-wait s    how long to wait for it (default ${DEFAULTS['quiet-wait']})
  --timeout s       when a measurement counts as failed (default ${DEFAULTS.timeout})
  --creations n     projects made one after another in the suite engine (default ${DEFAULTS.creations})
  --projects n      projects that the suite engine measures idle memory with (default ${DEFAULTS.projects})
  --many n          projects that it ends with, all on one machine (default ${DEFAULTS.many})
  --out file        also write every sample as JSON
`

/** A wrong option. The message is all that the person at the terminal needs. */
export class OptionError extends Error {}

const list = (text) => text.split(',').filter((item) => item !== '')

function positive(raw, name) {
  const value = Number(raw[name])
  if (!Number.isFinite(value) || value <= 0) throw new OptionError(`--${name} takes a number above 0`)
  return value
}

/**
 * Reads the command line.
 * @param args the words after the script's name, such as `['--suites', 'sql', '--runs', '3']`
 * @returns the options with times in milliseconds, or null when only help was asked for (and printed)
 * @throws OptionError for an unknown option or a value that cannot be used
 */
export function readOptions(args) {
  const raw = { ...DEFAULTS }
  for (let index = 0; index < args.length; index += 2) {
    const name = args[index].replace(/^--/, '')
    if (name === 'help') {
      process.stdout.write(HELP)
      return null
    }
    if (!args[index].startsWith('--') || !(name in DEFAULTS))
      throw new OptionError(`There is no option ${args[index]}\n\n${HELP}`)
    if (args[index + 1] === undefined) throw new OptionError(`--${name} needs a value`)
    raw[name] = args[index + 1]
  }
  const suites = list(raw.suites)
  const unknown = suites.find((suite) => !SUITES.includes(suite))
  if (unknown !== undefined) throw new OptionError(`There is no suite ${unknown}; there are ${SUITES.join(', ')}`)
  return {
    suites,
    products: list(raw.products),
    runs: positive(raw, 'runs'),
    sizes: list(raw.sizes).map(Number),
    port: positive(raw, 'port'),
    work: resolve(raw.work),
    quiet: Number(raw.quiet),
    quietWaitMs: Number(raw['quiet-wait']) * 1000,
    timeoutMs: positive(raw, 'timeout') * 1000,
    creations: positive(raw, 'creations'),
    projects: positive(raw, 'projects'),
    many: positive(raw, 'many'),
    out: raw.out === '' ? null : resolve(raw.out),
    cpus: availableParallelism(),
  }
}
