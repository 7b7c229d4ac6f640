import {
  COMPUTE_SIZES,
  type Metric,
  NO_WARNING,
  nextWarning,
  RESOURCES,
  type Resource,
  WARNING_RULES,
  type WarningStates,
} from '@stoa/contract'
import type { Observation } from '@stoa/engine'
import type { Counters, DatabaseWork, ProjectRow } from '../store/tables.ts'
import { diskLimitBytes } from './disk-guard.ts'

// What a look at a server says about what it uses: pure functions.

const MB = 1024 * 1024
/** After this long without a measurement, earlier ones say nothing about the present any more, in milliseconds. */
export const STALE_MS = 5 * 60_000

/** The server's counters, to take differences from at the next look; null while it does not run. */
export function countersOf(seen: Observation, { work }: Counted): Counters | null {
  if (seen.startedAt === null) return null
  return {
    started_at: seen.startedAt.toISOString(),
    cpu_seconds: seen.cpuSeconds,
    read_bytes: seen.diskReadBytes,
    written_bytes: seen.diskWrittenBytes,
    work,
  }
}

/** What the database itself says, asked of it. */
export type Counted = {
  readonly connections: number | null
  readonly databaseBytes: number | null
  /** Counters of what it did so far. */
  readonly work: DatabaseWork | null
}

/**
 * What the server uses, from this look at it and the one before.
 * @param before the counters then; null for a first look. They say nothing when the server has been started since
 * @param seconds between the two looks
 * @param processors how many the machine has
 */
export function measure(
  seen: Observation,
  counted: Counted,
  before: Counters | null,
  seconds: number,
  processors: number,
): Record<Metric, number | null> {
  const now = countersOf(seen, counted)
  const same = now !== null && before !== null && now.started_at === before.started_at && seconds > 0
  const perSecond = (key: 'cpu_seconds' | 'read_bytes' | 'written_bytes'): number | null => {
    const [from, to] = [before?.[key] ?? null, now?.[key] ?? null]
    return same && from !== null && to !== null ? Math.max(0, to - from) / seconds : null
  }
  const cpu = perSecond('cpu_seconds')
  const done = same ? workBetween(before.work ?? null, now.work ?? null) : null
  return {
    cpu: cpu === null ? null : Math.min(1, cpu / processors),
    memory: seen.memoryBytes ?? null,
    swap: seen.swapBytes ?? null,
    disk: seen.diskBytes ?? null,
    disk_read: perSecond('read_bytes'),
    disk_write: perSecond('written_bytes'),
    connections: counted.connections,
    database: counted.databaseBytes,
    transactions: done === null ? null : done.transactions / seconds,
    cache_hits: done === null || done.hits + done.reads === 0 ? null : done.hits / (done.hits + done.reads),
    active: done === null ? null : done.active_ms / 1000 / seconds,
  }
}

/** What a database did between two looks; null when it is not known, or its counters were set back meanwhile. */
function workBetween(before: DatabaseWork | null, now: DatabaseWork | null): DatabaseWork | null {
  if (before === null || now === null) return null
  const done = {
    transactions: now.transactions - before.transactions,
    hits: now.hits - before.hits,
    reads: now.reads - before.reads,
    active_ms: now.active_ms - before.active_ms,
  }
  return Object.values(done).every((count) => count >= 0) ? done : null
}

/** The part of its limits that a project uses, 0 to 1 and beyond; null where that was not measured. */
export function shares(
  values: Record<Metric, number | null>,
  project: Pick<ProjectRow, 'compute_size' | 'disk_limit_mb'>,
): Record<Resource, number | null> {
  const size = COMPUTE_SIZES[project.compute_size]
  const { cpu, memory, swap, disk, disk_read, disk_write } = values
  const io = disk_read === null && disk_write === null ? null : (disk_read ?? 0) + (disk_write ?? 0)
  return {
    cpu_exhaustion: cpu,
    memory_and_swap_exhaustion: memory === null ? null : (memory + (swap ?? 0)) / (size.memoryMb * MB),
    disk_space_exhaustion: disk === null ? null : disk / diskLimitBytes(project),
    disk_io_exhaustion: io === null ? null : io / (size.diskMbPerSecond * MB),
    // Nothing of a project sends e-mail yet.
    auth_rate_limit_exhaustion: null,
  }
}

/**
 * The warnings after one more measurement.
 * @param stale whether the earlier ones are too long ago to count; what the disk holds is the same nevertheless
 */
export function nextWarnings(
  states: WarningStates,
  measured: Record<Resource, number | null>,
  stale: boolean,
): WarningStates {
  return Object.fromEntries(
    RESOURCES.map((resource) => {
      const known = stale && resource !== 'disk_space_exhaustion' ? undefined : states[resource]
      return [resource, nextWarning(known ?? NO_WARNING, measured[resource], WARNING_RULES[resource])]
    }),
  )
}
