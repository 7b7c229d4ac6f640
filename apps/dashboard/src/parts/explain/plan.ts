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
  Temp I/O Write Time|I/O Read Time|I/O Write Time`
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
  let count = 0
  const root = readNode(first.Plan, () => count++)
  const isRun = root.actual !== null
  const weight = (node: PlanNode) => node.actual?.ownMs ?? node.ownCost
  const slowest = flat(root).reduce((most, node) => (weight(node) > weight(most) ? node : most), root)
  return {
    root,
    isRun,
    slowest: slowest.id,
    planningMs: typeof first['Planning Time'] === 'number' ? first['Planning Time'] : null,
    executionMs: typeof first['Execution Time'] === 'number' ? first['Execution Time'] : null,
    triggers: (Array.isArray(first.Triggers) ? first.Triggers : []).filter(isRaw).map((trigger) => ({
      name: textAt(trigger, 'Trigger Name') ?? textAt(trigger, 'Constraint Name') ?? 'Trigger',
      ms: numberAt(trigger, 'Time'),
      calls: numberAt(trigger, 'Calls'),
    })),
  }
}

function readNode(raw: Raw, nextId: () => number): PlanNode {
  const id = nextId()
  const children = (Array.isArray(raw.Plans) ? raw.Plans : []).filter(isRaw).map((child) => readNode(child, nextId))
  const loops = numberAt(raw, 'Actual Loops')
  // Times and rows are told as the average of a loop.
  const totalMs = numberAt(raw, 'Actual Total Time') * loops
  const below = children.reduce((sum, child) => sum + (child.actual?.totalMs ?? 0), 0)
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
    details: Object.entries(raw)
      .filter(([name, value]) => !TOLD.has(name) && !isRaw(value) && value !== false && value !== 0)
      .map(([name, value]) => ({ name, value: words(value) })),
    startupCost: numberAt(raw, 'Startup Cost'),
    totalCost,
    estimatedRows: numberAt(raw, 'Plan Rows'),
    actual:
      'Actual Loops' in raw
        ? { rows: numberAt(raw, 'Actual Rows') * loops, loops, totalMs, ownMs: Math.max(0, totalMs - below) }
        : null,
    ownCost: Math.max(0, totalCost - costBelow),
    buffers: hasBuffers ? buffers : null,
    children,
  }
}

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
