import { readFile } from 'node:fs/promises'
import type { Observation } from '@stoa/engine'
import { run } from './run.ts'

/** Linux counts processor time in hundredths of a second for every program. */
const TICKS_PER_SECOND = 100

/** What a server's processes use. All values are null where the operating system has no /proc. */
export type Usage = Pick<Observation, 'memoryBytes' | 'cpuSeconds' | 'swapBytes' | 'diskReadBytes' | 'diskWrittenBytes'>

export const UNKNOWN_USAGE: Usage = {
  memoryBytes: null,
  cpuSeconds: null,
  swapBytes: null,
  diskReadBytes: null,
  diskWrittenBytes: null,
}

/** Values that only grow while a server runs. */
type Totals = Pick<Usage, 'cpuSeconds' | 'diskReadBytes' | 'diskWrittenBytes'>

/** Measures servers, and sees to it that no total of a running one ever falls. */
export class UsageMeter {
  readonly #last = new Map<string, { readonly run: string; readonly totals: Totals }>()

  /**
   * What a server's processes use now: memory and swap with shared pages divided among those who share them, and
   * processor time and disk traffic since the start, including those of connections that have ended.
   * @param key names the server
   * @param first its first process, and when that was started
   */
  async measure(key: string, first: { pid: number; startedAt: Date }): Promise<Usage> {
    const usage = await usageOf(first.pid)
    const run = `${first.pid} ${first.startedAt.getTime()}`
    const last = this.#last.get(key)
    // A process that ends between two looks is in neither for a moment: its share is with its parent right after.
    const totals = last?.run === run ? larger(usage, last.totals) : usage
    const { cpuSeconds, diskReadBytes, diskWrittenBytes } = totals
    this.#last.set(key, { run, totals: { cpuSeconds, diskReadBytes, diskWrittenBytes } })
    return { ...usage, cpuSeconds, diskReadBytes, diskWrittenBytes }
  }

  /** Forgets a server that is gone. */
  forget(key: string): void {
    this.#last.delete(key)
  }
}

function larger(one: Totals, other: Totals): Totals {
  const max = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))
  return {
    cpuSeconds: max(one.cpuSeconds, other.cpuSeconds),
    diskReadBytes: max(one.diskReadBytes, other.diskReadBytes),
    diskWrittenBytes: max(one.diskWrittenBytes, other.diskWrittenBytes),
  }
}

async function usageOf(pid: number): Promise<Usage> {
  if (process.platform !== 'linux') return UNKNOWN_USAGE
  try {
    // The parent before its children: one that ends meanwhile is missed for a moment, never counted twice.
    const first = await measure(`${pid}`)
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
    const rest = await Promise.all(
      children.filter((child) => child !== '').map((child) => measure(child).catch(() => null)),
    )
    const all = [first, ...rest.filter((child) => child !== null)]
    const sum = (of: (one: Measured) => number) => all.reduce((total, one) => total + of(one), 0)
    return {
      memoryBytes: sum((one) => one.memoryBytes),
      swapBytes: sum((one) => one.swapBytes),
      cpuSeconds: sum((one) => one.ticks) / TICKS_PER_SECOND,
      diskReadBytes: sum((one) => one.readBytes),
      diskWrittenBytes: sum((one) => one.writtenBytes),
    }
  } catch {
    // It ended while it was looked at.
    return UNKNOWN_USAGE
  }
}

type Measured = {
  memoryBytes: number
  swapBytes: number
  ticks: number
  readBytes: number
  writtenBytes: number
}

/** One process, with all that those of its children used which have ended. */
async function measure(pid: string): Promise<Measured> {
  const [rollup, stat, io] = await Promise.all(
    ['smaps_rollup', 'stat', 'io'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
  )
  const number = (text: string | undefined, line: RegExp) => Number(line.exec(text ?? '')?.[1] ?? 0)
  // The name in brackets may hold spaces; the numbers follow its last bracket, beginning with field 3.
  const fields = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')
  const ticks = [14, 15, 16, 17].reduce((sum, field) => sum + Number(fields[field - 3] ?? 0), 0)
  return {
    memoryBytes: number(rollup, /^Pss:\s+(\d+) kB$/m) * 1024,
    swapBytes: number(rollup, /^SwapPss:\s+(\d+) kB$/m) * 1024,
    ticks,
    readBytes: number(io, /^read_bytes: (\d+)$/m),
    writtenBytes: number(io, /^write_bytes: (\d+)$/m),
  }
}

/** Bytes on disk of a folder, or `null` when it cannot be measured. Files that vanish meanwhile are left out. */
export async function diskBytes(folder: string): Promise<number | null> {
  const { stdout } = await run('du', ['-sk', folder])
  const kilobytes = Number.parseInt(stdout, 10)
  return Number.isNaN(kilobytes) ? null : kilobytes * 1024
}
