import { COMPUTE_SIZES, type ProjectListItem, projectLifecycle } from '@stoa/contract'
import { formatPercent, type StatusTone } from '@stoa/ui'

/** From this share of its memory on, a project needs attention. */
export const MEMORY_WARNING = 0.9
const UNSETTLED_POLL_MS = 4_000
const SETTLED_POLL_MS = 15_000
const MB = 1024 * 1024

export const FILTERS = ['all', 'running', 'paused', 'attention'] as const
export type Filter = (typeof FILTERS)[number]
export const SORTS = ['name', 'newest', 'memory', 'disk', 'status'] as const
export type Sort = (typeof SORTS)[number]

export const SORT_NAMES: Record<Sort, string> = {
  name: 'Name',
  newest: 'Newest first',
  memory: 'Most memory',
  disk: 'Largest on disk',
  status: 'Needs attention first',
}

/** The status columns of projects. */
type Tone = Exclude<StatusTone, 'neutral'>

/** What a project is doing, as one of a few kinds. */
type Kind = 'running' | 'progress' | 'paused' | 'failed' | 'unknown'

export type Row = {
  readonly project: ProjectListItem
  readonly tone: Tone
  /** The word of the status column. */
  readonly word: string
  readonly kind: Kind
  readonly attention: boolean
  /** What the server is sized for, in bytes. */
  readonly memoryLimit: number
}

const KINDS: Record<Tone, Kind> = {
  ok: 'running',
  warn: 'running',
  work: 'progress',
  down: 'progress',
  paused: 'paused',
  bad: 'failed',
  unknown: 'unknown',
}

/** Says in one word and one shape how a project is. */
export function toRow(project: ProjectListItem): Row {
  const state = projectLifecycle.states[project.status]
  const memoryLimit = COMPUTE_SIZES[project.compute_size].memoryMb * MB
  const share = project.memory_bytes === null ? 0 : project.memory_bytes / memoryLimit
  const hot = state.tone === 'ok' && share >= MEMORY_WARNING
  const tone: Tone = hot ? 'warn' : state.tone
  return {
    project,
    tone,
    word: hot ? `Memory at ${formatPercent(share)}` : state.label,
    kind: KINDS[tone],
    attention: tone === 'warn' || tone === 'bad' || tone === 'unknown',
    memoryLimit,
  }
}

/** How often the list is asked for, in ms: while an operation runs on any project, more often. */
export const pollInterval = (projects: readonly ProjectListItem[] | undefined): number =>
  projects?.some((project) => projectLifecycle.states[project.status].unsettled) ? UNSETTLED_POLL_MS : SETTLED_POLL_MS

const passes: Record<Filter, (row: Row) => boolean> = {
  all: () => true,
  running: (row) => row.kind === 'running',
  paused: (row) => row.kind === 'paused',
  attention: (row) => row.attention,
}

/** How many projects each filter leaves. */
export const countByFilter = (rows: readonly Row[]): Record<Filter, number> => ({
  all: rows.length,
  running: rows.filter(passes.running).length,
  paused: rows.filter(passes.paused).length,
  attention: rows.filter(passes.attention).length,
})

const byName = (a: Row, b: Row): number =>
  a.project.name.localeCompare(b.project.name, 'en', { numeric: true }) || a.project.ref.localeCompare(b.project.ref)
const SEVERITY: Record<Tone, number> = { bad: 0, unknown: 1, warn: 2, work: 3, down: 3, ok: 4, paused: 5 }

const order: Record<Sort, (a: Row, b: Row) => number> = {
  name: byName,
  newest: (a, b) => b.project.created_at.localeCompare(a.project.created_at) || byName(a, b),
  memory: (a, b) => (b.project.memory_bytes ?? -1) - (a.project.memory_bytes ?? -1) || byName(a, b),
  disk: (a, b) => (b.project.disk_bytes ?? -1) - (a.project.disk_bytes ?? -1) || byName(a, b),
  status: (a, b) => SEVERITY[a.tone] - SEVERITY[b.tone] || byName(a, b),
}

/**
 * The rows to show.
 * @param text found anywhere in the name or at the start of the ref, in any case
 */
export function selectRows(rows: readonly Row[], text: string, filter: Filter, sort: Sort): Row[] {
  const wanted = text.trim().toLowerCase()
  return rows
    .filter(passes[filter])
    .filter(({ project }) => project.name.toLowerCase().includes(wanted) || project.ref.startsWith(wanted))
    .sort(order[sort])
}

/** One sentence on all projects, worst last: "7 running, 2 in progress, 2 paused, 1 failed". */
export function summarize(rows: readonly Row[]): string {
  const words: readonly [Kind, string][] = [
    ['running', 'running'],
    ['progress', 'in progress'],
    ['paused', 'paused'],
    ['unknown', 'unknown'],
    ['failed', 'failed'],
  ]
  return words
    .map(([kind, word]) => [rows.filter((row) => row.kind === kind).length, word] as const)
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ')
}

/** A word of the address as one of the known values. */
export const oneOf = <Value extends string>(
  known: readonly Value[],
  value: string | undefined,
  otherwise: Value,
): Value => known.find((candidate) => candidate === value) ?? otherwise
