// The data API under load: a row by its key, a filtered list with an embed that an index gives in its order, and one
// whose rows have to be sorted. Each beside the same SQL asked by a bare client of the driver, in the same kind of
// transaction and over as many connections.
//
// Two ratios are printed. That of the rates has in it who asks: the bare client is itself the one that asks, while
// the data API is asked by another program on the same processors. That of the processor time leaves the asking out:
// all that the platform, its database and the project's server take for a request, beside the client and that server.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { load, loader, shares } from './lib/http-load.mjs'
import { log, processorSeconds, quiet, sleep, tree, watchHost } from './lib/machine.mjs'
import { Stoa } from './lib/stoa.mjs'

const PRODUCT = 'stoa'
const PASSWORD = 'bench-database-only'
const SECONDS = 8
const WARM_SECONDS = 3
const CONNECTIONS = 32
/** As many connections as the platform keeps to a project. */
const POOL = 10
/** A sample during which the host took more than this share is taken again, of a kind so many times at most. */
const STOLEN_MOST = 0.05
const AGAIN_MOST = 6
/** For how many tables definitions are read, and after which time nobody has a connection any more that nobody uses. */
const TABLES = 500
const IDLE_MS = 12_000
const BESIDE_MS = 20

const MANY = `do $$ begin for i in 1..${TABLES} loop execute
  format('create table public.t_%s (id int primary key, name text, at timestamptz, port_id int references public.ports)', i);
  end loop; end $$`

const DATA = `
  create table public.ports (id int primary key, name text not null, country text not null);
  create table public.vessels (id int primary key, name text not null, tons int not null, port_id int not null references public.ports);
  insert into public.ports select i, 'Port ' || i, 'Country ' || i % 20 from generate_series(1, 200) i;
  insert into public.vessels select i, 'Vessel ' || i, i % 5000, 1 + i % 200 from generate_series(1, 100000) i;
  create index on public.vessels (port_id, id);
  analyze;`

const numbers = (count, most) => Array.from({ length: count }, (_, at) => 1 + ((at * 7919) % most))

const list = (order) => ({
  paths: numbers(200, 200).map(
    (id) => `/vessels?select=id,name,ports(name,country)&port_id=eq.${id}&tons=gt.100&order=${order}&limit=20`,
  ),
  sql: numbers(200, 200).map(
    (id) => `select coalesce(json_agg(t), '[]')::text from (
        select v.id, v.name, row_to_json(p) as ports from public.vessels v
        left join lateral (select name, country from public.ports where id = v.port_id) p on true
        where v.port_id = ${id} and v.tons > 100 order by v.${order} limit 20) t`,
  ),
})

const KINDS = {
  row: {
    paths: numbers(500, 100_000).map((id) => `/vessels?id=eq.${id}`),
    sql: numbers(500, 100_000).map(
      (id) => `select coalesce(json_agg(t), '[]')::text from (select * from public.vessels where id = ${id}) t`,
    ),
  },
  list: list('id'),
  sorted: list('name'),
}

/** Does something, and tells the processor time that each group of processes took for it, in seconds. */
async function withProcessors(groups, work) {
  const before = groups.map((pids) => processorSeconds(pids()))
  const result = await work()
  return { result, seconds: groups.map((pids, at) => processorSeconds(pids()) - before[at]) }
}

/** The same statements, each in one transaction of an API's role, one round trip each. */
async function bare(database, statements) {
  const pool = new pg.Pool({ ...database, max: POOL })
  const times = []
  const cpu = process.cpuUsage()
  const until = performance.now() + SECONDS * 1000
  let turn = 0
  const one = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const sql = statements[turn++ % statements.length]
      await pool.query(
        `begin; set local role anon; select set_config('request.jwt.claims', '{"role":"anon"}', true); ${sql}; commit`,
      )
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  const { user, system } = process.cpuUsage(cpu)
  await pool.end()
  return { ...shares(times, SECONDS), own_us: (user + system) / times.length }
}

/**
 * Reads the definitions of a project anew, over a connection of its own, while somebody else asks the platform.
 * @param groups gives the platform's processes and the project's
 * @returns how long the first request takes, what it takes of the processors, and how long anybody else waited at most
 */
async function definitions(stoa, ref, anon, groups, run) {
  await sleep(IDLE_MS)
  // Other settings make a data API of its own, which knows nothing yet.
  await stoa.call('PATCH', `/platform/projects/${ref}/config/postgrest`, { max_rows: 900 + run })
  let longest = 0
  let isOver = false
  const beside = async () => {
    while (!isOver) {
      const began = performance.now()
      await (await fetch(`${stoa.origin}/api/health`)).text()
      longest = Math.max(longest, performance.now() - began)
      await sleep(BESIDE_MS)
    }
  }
  const others = beside()
  const began = performance.now()
  const { result, seconds } = await withProcessors(groups, async () => {
    const answer = await fetch(`${stoa.origin}/p/${ref}/rest/v1/t_1`, { headers: { apikey: anon } })
    await answer.text()
    return answer.status
  })
  const ms = performance.now() - began
  isOver = true
  await others
  if (result !== 200) throw new Error(`The first request was answered with ${result}`)
  return { ms, server_ms: seconds[0] * 1000, project_ms: seconds[1] * 1000, beside_ms: longest }
}

/** Measures the data API. */
export async function measureRest(options, samples) {
  const dataDir = join(options.work, 'rest')
  rmSync(dataDir, { recursive: true, force: true })
  const stoa = new Stoa({ dataDir, port: options.port })
  try {
    await stoa.start()
    const { ref } = await stoa.createProject('Data API', { db_pass: PASSWORD })
    for (const statement of DATA.split(';').filter((text) => text.trim() !== '')) await stoa.query(ref, statement)
    const [{ port }] = await stoa.query(ref, `select current_setting('port')::int as port`)
    const database = { host: '127.0.0.1', port, user: 'postgres', password: PASSWORD, database: 'postgres' }
    const keys = await stoa.call('GET', `/v1/projects/${ref}/api-keys`)
    const anon = keys.find(({ name }) => name === 'anon').api_key
    const server = () => stoa.platformPids
    const project = () => stoa.projectPids.flatMap(tree)
    const control = () => stoa.controlPids
    // With what it started and has ended: wrk is one of those.
    const asking = () => [process.pid]
    const by = loader()
    log('rest', by === 'wrk' ? 'asked by wrk' : 'asked by Node: install wrk for a load that takes less itself')
    for (const [kind, { paths, sql }] of Object.entries(KINDS)) {
      const asked = {
        by,
        port: stoa.port,
        paths: paths.map((path) => `/p/${ref}/rest/v1${path}`),
        headers: { apikey: anon, Accept: '*/*' },
        connections: CONNECTIONS,
        work: options.work,
      }
      await load({ ...asked, seconds: WARM_SECONDS })
      let again = 0
      for (let run = 0; run < options.runs; run++) {
        const idle = await quiet(options)
        const stolen = watchHost()
        const { result: rest, seconds } = await withProcessors([server, project, control, asking], () =>
          load({ ...asked, seconds: SECONDS }),
        )
        if (rest.refused > 0) throw new Error(`${rest.refused} requests were refused`)
        const bareRun = await withProcessors([project], () => bare(database, sql))
        const plain = bareRun.result
        const stolenShare = stolen()
        if (stolenShare > STOLEN_MOST && again++ < AGAIN_MOST) {
          log(`rest.${kind}`, `again: the host took ${Math.round(stolenShare * 100)} % of the processors meanwhile`)
          run -= 1
          continue
        }
        const each = (time, { requests }) => (time * 1_000_000) / requests
        const [server_us, project_us, control_us, load_us] = seconds.map((time) => each(time, rest))
        const bare_project_us = each(bareRun.seconds[0], plain)
        const work_ratio = (server_us + project_us + control_us) / (plain.own_us + bare_project_us)
        samples.put(PRODUCT, `rest.${kind}`, {
          ...rest,
          bare_per_second: plain.per_second,
          bare_p99_ms: plain.p99_ms,
          ratio: plain.per_second / rest.per_second,
          server_us,
          project_us,
          control_us,
          load_us,
          bare_us: plain.own_us,
          bare_project_us,
          work_ratio,
          stolen: stolenShare,
          idle,
        })
        log(
          `rest.${kind}`,
          Math.round(rest.per_second),
          'a second,',
          `bare ${Math.round(plain.per_second)},`,
          `p99 ${rest.p99_ms.toFixed(1)} ms,`,
          `processors ${[server_us, project_us, control_us].map(Math.round).join(' + ')} us, asking ${Math.round(load_us)},`,
          `bare ${[plain.own_us, bare_project_us].map(Math.round).join(' + ')} us,`,
          `ratio ${(plain.per_second / rest.per_second).toFixed(2)}, of work ${work_ratio.toFixed(2)}`,
        )
      }
    }
    await stoa.query(ref, MANY)
    for (let run = 0; run < options.runs; run++) {
      const sample = await definitions(stoa, ref, anon, [server, project], run)
      samples.put(PRODUCT, 'rest.definitions', sample)
      const told = Object.entries(sample).map(([name, ms]) => `${name} ${Math.round(ms)}`)
      log(`rest.definitions of ${TABLES} tables`, ...told)
    }
  } finally {
    await stoa.stop('SIGINT')
  }
}
