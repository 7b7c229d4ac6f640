/** One step of a plan, as EXPLAIN (FORMAT JSON) tells it. */
export type PlanNode = {
  readonly id: number
  /** Such as `Seq Scan`. */
  readonly type: string
  /** What it works on: a table, an index, a function; null when it only works on other steps. */
  readonly on: string | null
  /** What it does there, in Postgres's words: conditions, keys, how it joins. */
  readonly details: readonly { readonly name: string; readonly value: string }[]
  readonly startupCost: number
  readonly totalCost: number
  readonly estimatedRows: number
  /** Null in a plan that was not run; rows and times are of all loops together. */
  readonly actual: {
    readonly rows: number
    readonly loops: number
    /** How many processes did it side by side; it took the time of one of them. */
    readonly processes: number
    readonly totalMs: number
    /** Without the steps below it. */
    readonly ownMs: number
  } | null
  /** Cost without the steps below it. */
  readonly ownCost: number
  readonly buffers: {
    readonly hit: number
    readonly read: number
    readonly written: number
    readonly temp: number
  } | null
  readonly children: readonly PlanNode[]
}

export type Plan = {
  readonly root: PlanNode
  readonly planningMs: number | null
  /** Null in a plan that was not run. */
  readonly executionMs: number | null
  /** What it took to compile parts of the query; null where nothing was. */
  readonly jitMs: number | null
  readonly triggers: readonly { readonly name: string; readonly ms: number; readonly calls: number }[]
  /** The step that took the most time, or that is expected to cost most. */
  readonly slowest: number
  readonly isRun: boolean
}

type Raw = Readonly<Record<string, unknown>>

/** What other parts of a step already say, or what is of no use to people. */
const TOLD = new Set(
  `Node Type|Relation Name|Schema|Alias|Index Name|Function Name|CTE Name|Plans|Startup Cost|Total Cost|Plan Rows|
  Plan Width|Actual Startup Time|Actual Total Time|Actual Rows|Actual Loops|Shared Hit Blocks|Shared Read Blocks|
  Shared Dirtied Blocks|Shared Written Blocks|Local Hit Blocks|Local Read Blocks|Local Dirtied Blocks|
  Local Written Blocks|Temp Read Blocks|Temp Written Blocks|Parent Relationship|Parallel Aware|Async Capable|
  Disabled|Shared I/O Read Time|Shared I/O Write Time|Local I/O Read Time|Local I/O Write Time|Temp I/O Read Time|
  Temp I/O Write Time|I/O Read Time|I/O Write Time|Workers`
    .split('|')
    .map((name) => name.trim()),
)

const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)
const numberAt = (raw: Raw, key: string): number => (typeof raw[key] === 'number' ? raw[key] : 0)
const textAt = (raw: Raw, key: string): string | null => (typeof raw[key] === 'string' ? raw[key] : null)

/** Reads the answer of EXPLAIN (FORMAT JSON); null when the text is no plan. */
export function readPlan(text: string): Plan | null {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return null
  }
  const first: unknown = Array.isArray(answer) ? answer[0] : null
  if (!isRaw(first) || !isRaw(first.Plan) || textAt(first.Plan, 'Node Type') === null) return null
  const steps: RawStep[] = []
  collectSteps(first.Plan, -1, 1, steps)
  const own = ownTimes(steps)
  let count = 0
  const root = readNode(first.Plan, steps, own, () => count++)
  const isRun = root.actual !== null
  const weight = (node: PlanNode) => node.actual?.ownMs ?? node.ownCost
  const slowest = flat(root).reduce((most, node) => (weight(node) > weight(most) ? node : most), root)
  return {
    root,
    isRun,
    slowest: slowest.id,
    planningMs: typeof first['Planning Time'] === 'number' ? first['Planning Time'] : null,
    executionMs: typeof first['Execution Time'] === 'number' ? first['Execution Time'] : null,
    jitMs: isRaw(first.JIT) && isRaw(first.JIT.Timing) ? numberAt(first.JIT.Timing, 'Total') : null,
    triggers: (Array.isArray(first.Triggers) ? first.Triggers : []).filter(isRaw).map((trigger) => {
      // Those of a foreign key have names that say nothing.
      const name = textAt(trigger, 'Constraint Name') ?? textAt(trigger, 'Trigger Name') ?? 'Trigger'
      const on = textAt(trigger, 'Relation')
      return {
        name: on === null ? name : `${name} on ${on}`,
        ms: numberAt(trigger, 'Time'),
        calls: numberAt(trigger, 'Calls'),
      }
    }),
  }
}

/** A step as it was read, with what its time depends on. */
type RawStep = {
  readonly raw: Raw
  /** The step that it is below, by its place among all; -1 for the first. */
  readonly parent: number
  /** The place behind the last step below it. */
  end: number
  readonly processes: number
  readonly totalMs: number
}

const plansOf = (raw: Raw): Raw[] => (Array.isArray(raw.Plans) ? raw.Plans.filter(isRaw) : [])
const isApart = (raw: Raw): boolean => /^(?:CTE|InitPlan) /.test(textAt(raw, 'Subplan Name') ?? '')

/** Puts the steps of a plan in a row, from the top down. */
function collectSteps(raw: Raw, parent: number, processes: number, steps: RawStep[]): void {
  const loops = numberAt(raw, 'Actual Loops')
  // Times are told as the average of a loop, and what several processes do side by side passes at once.
  const totalMs = (numberAt(raw, 'Actual Total Time') * loops) / processes
  const step: RawStep = { raw, parent, end: 0, processes, totalMs }
  const place = steps.push(step) - 1
  for (const child of plansOf(raw)) {
    const gathers = /^Gather/.test(textAt(raw, 'Node Type') ?? '') && !isApart(child)
    const side = gathers ? Math.max(1, numberAt(child, 'Actual Loops') / Math.max(1, loops)) : processes
    collectSteps(child, place, side, steps)
  }
  step.end = steps.length
}

/**
 * The time of each step without what it waited for. That is what is below it, but a query with a name is worked out
 * where it is read, and a value that is needed once where it is first compared with.
 */
function ownTimes(steps: readonly RawStep[]): number[] {
  const own = steps.map(({ totalMs }) => totalMs)
  const takeFrom = (place: number, ms: number) => {
    own[place] = (own[place] ?? 0) - ms
  }
  for (const [place, { raw, parent, totalMs }] of steps.entries()) {
    if (parent < 0) continue
    if (!isApart(raw)) takeFrom(parent, totalMs)
    else if (/^CTE /.test(textAt(raw, 'Subplan Name') ?? '')) {
      let left = totalMs
      for (const reader of readersOf(raw, steps)) {
        const part = Math.min(left, Math.max(0, own[reader] ?? 0))
        takeFrom(reader, part)
        left -= part
      }
    } else takeFrom(userOf(place, steps) ?? parent, totalMs)
  }
  return own.map((ms) => Math.max(0, ms))
}

/** Where a query with a name is read. */
function readersOf(cte: Raw, steps: readonly RawStep[]): number[] {
  const name = textAt(cte, 'Subplan Name')?.slice('CTE '.length)
  return steps.flatMap(({ raw }, place) =>
    raw['Node Type'] === 'CTE Scan' && (raw['CTE Name'] ?? raw['Relation Name']) === name ? [place] : [],
  )
}

/** Where the value of an InitPlan is used; undefined where no step says so. */
function userOf(place: number, steps: readonly RawStep[]): number | undefined {
  const plan = steps[place]
  const name = textAt(plan?.raw ?? {}, 'Subplan Name') ?? ''
  // `InitPlan 1`, which conditions call by this name, and before Postgres 17 `InitPlan 1 (returns $0)`.
  const called = [/^InitPlan \d+/.exec(name)?.[0], ...(/\(returns (.*)\)$/.exec(name)?.[1]?.split(',') ?? [])]
  const words = called.flatMap((word) =>
    word === undefined ? [] : [new RegExp(`${word.trim().replace('$', '\\$')}(?!\\d)`)],
  )
  const parent = steps[plan?.parent ?? -1]
  const from = plan?.parent ?? 0
  for (let other = from; other < (parent?.end ?? 0); other++) {
    if (other >= place && other < (plan?.end ?? 0)) continue
    const { Plans: _, ...said } = steps[other]?.raw ?? {}
    const text = JSON.stringify(said)
    if (words.some((word) => word.test(text))) return other
  }
  return undefined
}

function readNode(raw: Raw, steps: readonly RawStep[], own: readonly number[], nextId: () => number): PlanNode {
  const id = nextId()
  const children = plansOf(raw).map((child) => readNode(child, steps, own, nextId))
  const loops = numberAt(raw, 'Actual Loops')
  const { totalMs, processes } = steps[id] ?? { totalMs: 0, processes: 1 }
  const costBelow = children.reduce((sum, child) => sum + child.totalCost, 0)
  const totalCost = numberAt(raw, 'Total Cost')
  const hasBuffers = 'Shared Hit Blocks' in raw
  const buffers = {
    hit: numberAt(raw, 'Shared Hit Blocks') + numberAt(raw, 'Local Hit Blocks'),
    read: numberAt(raw, 'Shared Read Blocks') + numberAt(raw, 'Local Read Blocks'),
    written: numberAt(raw, 'Shared Written Blocks') + numberAt(raw, 'Local Written Blocks'),
    temp: numberAt(raw, 'Temp Read Blocks') + numberAt(raw, 'Temp Written Blocks'),
  }
  return {
    id,
    type: typeOf(raw),
    on: subject(raw),
    details: [
      ...Object.entries(raw)
        .filter(([name, value]) => !TOLD.has(name) && !isRaw(value) && value !== false && value !== 0)
        .map(([name, value]) => ({ name, value: words(value) })),
      ...workersOf(raw),
    ],
    startupCost: numberAt(raw, 'Startup Cost'),
    totalCost,
    estimatedRows: numberAt(raw, 'Plan Rows'),
    actual:
      'Actual Loops' in raw
        ? { rows: numberAt(raw, 'Actual Rows') * loops, loops, processes, totalMs, ownMs: own[id] ?? 0 }
        : null,
    ownCost: Math.max(0, totalCost - costBelow),
    buffers: hasBuffers ? buffers : null,
    children,
  }
}

/** What each of the processes beside the first one did. */
const workersOf = (raw: Raw): { name: string; value: string }[] =>
  (Array.isArray(raw.Workers) ? raw.Workers : [])
    .filter((worker) => isRaw(worker) && 'Actual Rows' in worker)
    .map((worker: Raw) => ({
      name: `Worker ${numberAt(worker, 'Worker Number')}`,
      value: `${numberAt(worker, 'Actual Rows')} rows, ${numberAt(worker, 'Actual Total Time')} ms`,
    }))

const words = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')
    : String(value)

function typeOf(raw: Raw): string {
  const type = textAt(raw, 'Node Type') ?? ''
  const parallel = raw['Parallel Aware'] === true ? 'Parallel ' : ''
  const join = textAt(raw, 'Join Type')
  if (type === 'ModifyTable') return textAt(raw, 'Operation') ?? type
  if (join === null || join === 'Inner') return parallel + type
  // As Postgres writes it itself: Hash Left Join, Nested Loop Left Join.
  return `${parallel}${type.replace(/ Join$/, '')} ${join} Join`
}

function subject(raw: Raw): string | null {
  const relation = textAt(raw, 'Relation Name') ?? textAt(raw, 'Function Name') ?? textAt(raw, 'CTE Name')
  const schema = textAt(raw, 'Schema')
  const alias = textAt(raw, 'Alias')
  const index = textAt(raw, 'Index Name')
  const name = relation !== null && schema !== null && schema !== 'public' ? `${schema}.${relation}` : relation
  const named = name === null ? null : alias !== null && alias !== relation ? `${name} ${alias}` : name
  if (index === null) return named
  return named === null ? index : `${named} by ${index}`
}

/** A step and all below it, from the top down. */
export const flat = (node: PlanNode): PlanNode[] => [node, ...node.children.flatMap(flat)]

/**
 * How far the estimate was off, as a factor from 1 on; null in a plan that was not run, and where so few rows are
 * meant that it does not matter.
 */
export function misjudged(node: PlanNode): number | null {
  if (node.actual === null) return null
  const real = node.actual.rows
  const thought = node.estimatedRows * Math.max(1, node.actual.loops)
  if (Math.max(real, thought) < 100) return null
  return Math.max(real, 1) > Math.max(thought, 1)
    ? Math.max(real, 1) / Math.max(thought, 1)
    : Math.max(thought, 1) / Math.max(real, 1)
}
