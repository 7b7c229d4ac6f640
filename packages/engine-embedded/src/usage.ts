import { readFile } from 'node:fs/promises'
import { run } from './run.ts'

/** Linux counts processor time in hundredths of a second for every program. */
const TICKS_PER_SECOND = 100

export type Usage = { readonly memoryBytes: number | null; readonly cpuSeconds: number | null }

const UNKNOWN: Usage = { memoryBytes: null, cpuSeconds: null }

/**
 * What a server's processes use now. Both values are null where the operating system has no /proc.
 * @param pid the server's first process
 * @returns memory with shared pages divided among those who share them, and processor time since the start,
 *   including that of connections that have ended
 */
export async function usageOf(pid: number): Promise<Usage> {
  if (process.platform !== 'linux') return UNKNOWN
  try {
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
    const [first, ...rest] = await Promise.all([
      measure(`${pid}`),
      ...children.filter((child) => child !== '').map((child) => measure(child).catch(() => null)),
    ])
    const all = [first, ...rest.filter((child) => child !== null)]
    return {
      memoryBytes: all.reduce((sum, one) => sum + one.memoryBytes, 0),
      cpuSeconds: all.reduce((sum, one) => sum + one.ownTicks, first.reapedTicks) / TICKS_PER_SECOND,
    }
  } catch {
    // It ended while it was looked at.
    return UNKNOWN
  }
}

async function measure(pid: string): Promise<{ memoryBytes: number; ownTicks: number; reapedTicks: number }> {
  const [rollup, stat] = await Promise.all([
    readFile(`/proc/${pid}/smaps_rollup`, 'utf8'),
    readFile(`/proc/${pid}/stat`, 'utf8'),
  ])
  const pss = /^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? '0'
  // The name in brackets may hold spaces; the numbers follow its last bracket, beginning with field 3.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = (field: number): number => Number(fields[field - 3] ?? 0)
  return { memoryBytes: Number(pss) * 1024, ownTicks: ticks(14) + ticks(15), reapedTicks: ticks(16) + ticks(17) }
}

/** Bytes on disk of a folder, or `null` when it cannot be measured. Files that vanish meanwhile are left out. */
export async function diskBytes(folder: string): Promise<number | null> {
  const { stdout } = await run('du', ['-sk', folder])
  const kilobytes = Number.parseInt(stdout, 10)
  return Number.isNaN(kilobytes) ? null : kilobytes * 1024
}
