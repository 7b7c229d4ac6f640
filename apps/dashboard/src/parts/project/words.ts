import { COMPUTE_SIZES, type ComputeId } from '@stoa/contract'
import { formatBytes, formatDate, formatTime } from '@stoa/ui'

const MB = 1024 * 1024

/** The version as people know it: `supabase-postgres-17.10.0` is 17.10. */
export const postgresVersion = (dbVersion: string): string =>
  dbVersion.replace(/^supabase-postgres-/, '').replace(/^(\d+\.\d+)\.\d+$/, '$1')

/** A compute size as its name and the memory it is made for: "Micro" and "1 GB". */
export function computeWords(id: ComputeId): { name: string; memory: string } {
  const { name, memoryMb } = COMPUTE_SIZES[id]
  return { name, memory: formatBytes(memoryMb * MB) }
}

/** Where the log of a project's server is, seen from the data folder. */
export const serverLogPath = (ref: string): string => `projects/${ref}/server.log`

/** Since when something is the case: the time of today, or the day and the time. */
export function sinceWords(when: string, now: number): string {
  const time = formatTime(when)
  return formatDate(when) === formatDate(now) ? time : `${formatDate(when)}, ${time}`
}
