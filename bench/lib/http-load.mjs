// Asks one address again and again over many connections, with as little work of its own as can be: the server has
// to share the processors with this.
import { connect } from 'node:net'

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

/**
 * @param options.port where the server listens on this machine
 * @param options.requests what to send, in turns: whole HTTP requests
 * @param options.connections how many ask at the same time
 * @param options.seconds for how long
 * @returns requests in a second, the times of the middle one and of the slowest hundredth, and refused answers
 */
export async function load({ port, requests, connections, seconds }) {
  const buffers = requests.map((text) => Buffer.from(text))
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
  return { per_second: sorted.length / seconds, p50_ms: at(0.5), p99_ms: at(0.99) }
}
