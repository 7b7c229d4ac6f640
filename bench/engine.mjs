// What the platform's own work costs: making projects, pausing, restoring, restarting and deleting them, and many of
// them at rest on one machine. Through the API alone, on a data folder of its own.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { idleShare, log, memoryOf, processorSeconds, quiet, sleep, tree } from './lib/machine.mjs'
import { Stoa } from './lib/stoa.mjs'

const PRODUCT = 'stoa'
/** Servers write what they did at the start and let go of start-up memory; after this they are at rest. */
const SETTLE_MS = 20_000
const IDLE_MS = 30_000

const allPids = (stoa) => [...stoa.platformPids, ...stoa.launcherPids, ...stoa.controlPids, ...serverPids(stoa)]
const serverPids = (stoa) => stoa.projectPids.flatMap(tree)

/** Does one thing to several projects, one after another, each in a quiet moment. */
async function each(stoa, samples, options, refs, { name, method, path, wanted }) {
  for (const ref of refs) {
    const idle = await quiet(options)
    const { ms } = await stoa.timed(async () => {
      await stoa.call(method, path(ref))
      return ref
    }, wanted)
    samples.put(PRODUCT, name, { ms, idle })
  }
  log(name, samples.of(PRODUCT, name, 'ms'))
}

async function create(stoa, samples, options, count, name) {
  const refs = []
  for (let made = 0; made < count; made++) {
    const idle = await quiet(options)
    const { ref, ms } = await stoa.createProject(`${name} ${made + 1}`)
    samples.put(PRODUCT, `engine.${name}`, { ms, idle })
    refs.push(ref)
  }
  log(`engine.${name}`, samples.of(PRODUCT, `engine.${name}`, 'ms'))
  return refs
}

/** Memory, processor time and disk of everything at rest. */
async function atRest(stoa, samples, count) {
  await sleep(SETTLE_MS)
  const pids = allPids(stoa)
  const before = { all: processorSeconds(pids), platform: processorSeconds(stoa.platformPids) }
  const idle = await idleShare(IDLE_MS)
  const servers = stoa.projectPids.map((pid) => memoryOf(tree(pid)).pss)
  const platform = memoryOf(stoa.platformPids).pss
  const launcher = memoryOf(stoa.launcherPids).pss
  const control = memoryOf(stoa.controlPids).pss
  const all = servers.reduce((sum, pss) => sum + pss, 0)
  const asked = performance.now()
  const { projects } = await stoa.call('GET', '/platform/projects')
  const listMs = performance.now() - asked
  const seconds = IDLE_MS / 1000
  samples.put(PRODUCT, `engine.rest.${count}`, {
    projects: servers.length,
    server_pss_mb: all / servers.length,
    servers_pss_mb: all,
    server_pss_max_mb: Math.max(...servers),
    platform_pss_mb: platform,
    launcher_pss_mb: launcher,
    control_pss_mb: control,
    total_pss_mb: all + platform + launcher + control,
    processes: pids.length,
    cpu_percent: ((processorSeconds(pids) - before.all) / seconds) * 100,
    platform_cpu_percent: ((processorSeconds(stoa.platformPids) - before.platform) / seconds) * 100,
    list_ms: listMs,
    disk_mb: projects.reduce((sum, project) => sum + (project.disk_bytes ?? 0), 0) / projects.length / 1024 / 1024,
    idle,
  })
  log(`engine.rest.${count}`, JSON.stringify(samples.all[PRODUCT][`engine.rest.${count}`].at(-1)))
}

/** The time of one call, in ms. */
async function callMs(call) {
  const started = performance.now()
  await call()
  return performance.now() - started
}

async function many(stoa, samples, options, refs) {
  const started = performance.now()
  const had = refs.length
  while (refs.length < options.many) refs.push((await stoa.createProject(`many ${refs.length + 1}`)).ref)
  const made = refs.length - had
  samples.put(PRODUCT, 'engine.many', {
    each_ms: made > 0 ? (performance.now() - started) / made : Number.NaN,
  })
  await atRest(stoa, samples, refs.length)
  const answers = await Promise.all(refs.map((ref) => stoa.query(ref, 'select 1 as one')))
  const healthy = answers.filter(([row]) => row?.one === 1).length
  if (healthy !== refs.length) throw new Error(`Only ${healthy} of ${refs.length} projects answer`)
  for (let run = 0; run < options.runs; run++)
    samples.put(PRODUCT, 'engine.many', {
      answering: healthy,
      list_ms: await callMs(() => stoa.call('GET', '/platform/projects')),
      select_ms: await callMs(() => stoa.query(refs[run % refs.length], 'select 1 as one')),
    })
  const stopMs = await stoa.stop('SIGINT')
  const readyMs = await stoa.start()
  const again = performance.now()
  for (let left = refs; left.length > 0; await sleep(50)) {
    const states = await Promise.all(left.map((ref) => stoa.query(ref, 'select 1').catch(() => null)))
    left = left.filter((_, index) => states[index] === null)
    if (performance.now() - again > options.timeoutMs) throw new Error(`${left.length} projects did not come back`)
  }
  samples.put(PRODUCT, 'engine.many', {
    stop_ms: stopMs,
    platform_ready_ms: readyMs,
    all_ready_ms: readyMs + performance.now() - again,
  })
  log('engine.many', JSON.stringify(samples.report()[PRODUCT]['engine.many']))
}

/**
 * Measures the platform's own work and puts the samples under the product `stoa`, as `engine.…`.
 * @param options as `readOptions` gives them
 */
export async function measureEngine(options, samples) {
  const dataDir = join(options.work, 'engine')
  rmSync(dataDir, { recursive: true, force: true })
  const stoa = new Stoa({ dataDir, port: options.port + 2 })
  try {
    samples.put(PRODUCT, 'engine.first start', { ms: await stoa.start() })
    const [first] = await create(stoa, samples, options, 1, 'first project')
    await atRest(stoa, samples, 1)
    const refs = [first, ...(await create(stoa, samples, options, options.creations, 'create'))]
    const few = refs.slice(0, options.runs)
    const project = (verb) => (ref) => `/v1/projects/${ref}/${verb}`
    await each(stoa, samples, options, few, {
      name: 'engine.pause',
      method: 'POST',
      path: project('pause'),
      wanted: 'INACTIVE',
    })
    await each(stoa, samples, options, few, {
      name: 'engine.restore',
      method: 'POST',
      path: project('restore'),
      wanted: 'ACTIVE_HEALTHY',
    })
    await each(stoa, samples, options, few, {
      name: 'engine.restart',
      method: 'POST',
      path: (ref) => `/platform/projects/${ref}/restart`,
      wanted: 'ACTIVE_HEALTHY',
    })
    await each(stoa, samples, options, few, {
      name: 'engine.delete',
      method: 'DELETE',
      path: (ref) => `/v1/projects/${ref}`,
      wanted: null,
    })
    refs.splice(0, few.length)
    while (refs.length < options.projects) refs.push((await stoa.createProject(`idle ${refs.length + 1}`)).ref)
    await atRest(stoa, samples, refs.length)
    if (options.many > refs.length) await many(stoa, samples, options, refs)
  } finally {
    await stoa.stop('SIGINT')
  }
  // After a failure the folder stays: its logs say what went wrong.
  rmSync(dataDir, { recursive: true, force: true })
}
