// Asks one address again and again over many connections, with as little work of its own as can be: the server has
// to share the processors with this. wrk takes half of what Node takes for it, so it asks where it is installed.
import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('\r\ncontent-length: ')
const TWO = '2'.charCodeAt(0)
/** Where the first digit of the status stands. */
const STATUS_AT = 'HTTP/1.1 '.length

/** How long an answer is, with its head; not a number when its head does not say. */
function lengthOf(answer, head) {
  const at = answer.indexOf(LENGTH)
  if (at < 0 || at > head) return Number.NaN
  return head + HEAD_END.length + Number.parseInt(answer.latin1Slice(at + LENGTH.length, at + LENGTH.length + 12), 10)
}

/** Who asks: `wrk` where it is installed, else this process. */
export function loader() {
  try {
    // It has no way of saying its version that ends well.
    execFileSync('wrk', ['-v'], { stdio: 'ignore' })
    return 'wrk'
  } catch (error) {
    return error.code === 'ENOENT' ? 'node' : 'wrk'
  }
}

/**
 * @param options.by who asks, as `loader` says
 * @param options.port where the server listens on this machine
 * @param options.paths what to ask for, in turns
 * @param options.headers the headers of each request, by name
 * @param options.connections how many ask at the same time
 * @param options.seconds for how long
 * @param options.work a folder to write to
 * @returns requests in a second, the times of the middle one and of the slowest hundredth, and refused answers
 */
export const load = (options) => (options.by === 'wrk' ? loadByWrk(options) : loadByNode(options))

/** Asks with wrk. Its answers' times are in steps of a microsecond, its seconds those that it really took. */
async function loadByWrk({ port, paths, headers, connections, seconds, work }) {
  const list = join(work, 'paths.txt')
  writeFileSync(list, `${paths.join('\n')}\n`)
  const args = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '--timeout',
    '30s',
    '-s',
    join(import.meta.dirname, 'wrk.lua'),
  ]
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`)
  const output = await new Promise((resolve, reject) => {
    const env = { ...process.env, STOA_BENCH_PATHS: list }
    execFile('wrk', [...args, `http://127.0.0.1:${port}`], { env }, (error, stdout) =>
      error ? reject(error) : resolve(stdout),
    )
  })
  const { requests, us, refused, broken, p50_us, p99_us } = JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? 'null')
  if (broken > 0) throw new Error(`${broken} connections broke`)
  return { per_second: (requests * 1_000_000) / us, requests, p50_ms: p50_us / 1000, p99_ms: p99_us / 1000, refused }
}

/** Asks from this process. */
async function loadByNode({ port, paths, headers, connections, seconds }) {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`)
  const buffers = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`))
  const times = []
  let refused = 0
  let turn = 0
  const until = performance.now() + seconds * 1000
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let sent = 0
      let waiting = Buffer.alloc(0)
      const ask = () => {
        if (performance.now() >= until) return socket.end()
        sent = performance.now()
        socket.write(buffers[turn++ % buffers.length])
      }
      socket.on('connect', ask)
      socket.on('error', reject)
      socket.on('close', resolve)
      socket.on('data', (part) => {
        waiting = waiting.length === 0 ? part : Buffer.concat([waiting, part])
        const head = waiting.indexOf(HEAD_END)
        if (head < 0) return
        const length = lengthOf(waiting, head)
        if (Number.isNaN(length))
          return socket.destroy(new Error(`An answer without a length: ${waiting.latin1Slice(0, head)}`))
        if (waiting.length < length) return
        times.push(performance.now() - sent)
        if (waiting[STATUS_AT] !== TWO) refused += 1
        waiting = waiting.subarray(length)
        ask()
      })
    })
  await Promise.all(Array.from({ length: connections }, one))
  return { ...shares(times, seconds), refused }
}

/** What a list of times says of a stretch of seconds. */
export function shares(times, seconds) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { per_second: sorted.length / seconds, requests: sorted.length, p50_ms: at(0.5), p99_ms: at(0.99) }
}
