import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Waits. */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Says on the error stream, with the time, how far the benchmark is; results alone go to the output. */
export const log = (...words) => console.error(new Date().toISOString().slice(11, 19), ...words)

const SAMPLE_MS = 400

function processorTimes() {
  const sum = { idle: 0, total: 0 }
  for (const { times } of cpus()) {
    sum.idle += times.idle
    sum.total += times.user + times.nice + times.sys + times.idle + times.irq
  }
  return sum
}

/** The share of all processors that is idle during so many milliseconds, 0 to 1. */
export async function idleShare(ms) {
  const before = processorTimes()
  await sleep(ms)
  const after = processorTimes()
  return (after.idle - before.idle) / Math.max(1, after.total - before.total)
}

/** What all processors have done since the machine started, and what its host has taken from them, in hundredths of a second. */
function hostTimes() {
  const [first] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  // user, nice, system, idle, iowait, irq, softirq, steal; what guests took is part of user.
  const times = first.trim().split(/\s+/).slice(1, 9).map(Number)
  return { stolen: times[7], total: times.reduce((sum, time) => sum + time, 0) }
}

/**
 * Begins to watch what a virtual machine's host takes for others.
 * @returns gives the share of all processors that it has taken since, 0 to 1
 */
export function watchHost() {
  const before = hostTimes()
  return () => {
    const after = hostTimes()
    return (after.stolen - before.stolen) / Math.max(1, after.total - before.total)
  }
}

/**
 * Waits until other work on the machine lets up, since the samples of a shared machine are worth little otherwise.
 * @param options.quiet the idle share to wait for, 0 to 1
 * @param options.quietWaitMs how long at most
 * @returns the idle share that was seen last
 */
export async function quiet({ quiet: wanted, quietWaitMs }) {
  const end = Date.now() + quietWaitMs
  let idle = 0
  do idle = await idleShare(SAMPLE_MS)
  while (idle < wanted && Date.now() < end)
  return Number(idle.toFixed(2))
}

/** The parent of a process; null when it has ended. */
export function parentOf(pid) {
  try {
    // The name in brackets may hold anything; the fields after it are numbers.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')[1])
  } catch {
    return null
  }
}

/** What a process was started with; nothing when it has ended. */
export function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** A process and everything that it started, as process ids. Linux only. */
export function tree(root) {
  const children = new Map()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(name)
    if (parent === null) continue
    const known = children.get(parent)
    if (known) known.push(Number(name))
    else children.set(parent, [Number(name)])
  }
  const found = []
  const queue = [root]
  while (queue.length > 0) {
    const pid = queue.pop()
    found.push(pid)
    queue.push(...(children.get(pid) ?? []))
  }
  return found
}

/**
 * What some processes use, in MB. PSS divides shared pages among those who share them, so that the sum over processes
 * is what they really take.
 */
export function memoryOf(pids) {
  let pss = 0
  let rss = 0
  let processes = 0
  for (const pid of pids) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      pss += Number(/Pss:\s+(\d+)/.exec(rollup)[1])
      rss += Number(/Rss:\s+(\d+)/.exec(rollup)[1])
      processes += 1
    } catch {
      // It ended while it was looked at.
    }
  }
  return { pss: pss / 1024, rss: rss / 1024, processes }
}

/** Processor time used so far by some processes and by children of theirs that have ended, in seconds. */
export function processorSeconds(pids) {
  let ticks = 0
  for (const pid of pids) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop().split(' ')
      for (const field of [11, 12, 13, 14]) ticks += Number(fields[field])
    } catch {
      // It ended while it was looked at.
    }
  }
  return ticks / 100
}
