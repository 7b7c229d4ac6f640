type Raw = Record<string, unknown>

/** The numbers behind a step: what it was thought to cost, and what it took. */
const COST = /\(cost=([\d.]+)\.\.([\d.]+) rows=(\d+) width=(\d+)\)/
const ACTUAL = /\(actual (?:time=([\d.]+)\.\.([\d.]+) )?rows=([\d.]+) loops=(\d+)\)/
const NEVER = /\(never executed\)/
const STEP = /^(\s*)(?:->\s+)?(\S.*?)\s{2}\((?:cost=|actual |never executed)/
const TIMES = /^(Planning|Execution) Time: ([\d.]+) ms/
const TRIGGER = /^Trigger (?:for constraint )?(.+?): time=([\d.]+) calls=(\d+)/
const DETAIL = /^\s+([A-Z][^:]*): (.*)$/
/** Why the next step is there: for a part of a condition, or for a query with a name. */
const SUBPLAN = /^\s+((?:CTE|InitPlan|SubPlan) .+)$/

/** How the counts of a line about pages are called in plans of JSON. */
const BLOCKS: Readonly<Record<string, string>> = { hit: 'Hit', read: 'Read', dirtied: 'Dirtied', written: 'Written' }

/**
 * A plan as EXPLAIN writes it for people, in the form in which it writes JSON; null for a text that is no plan. What
 * is said about the whole and not about its steps, such as what was compiled, is left out.
 */
export function planOfText(text: string): string | null {
  const root: Raw = {}
  const triggers: Raw[] = []
  const about: Raw = { Plan: root, Triggers: triggers }
  /** Behind the steps comes what is about the whole. */
  let isOver = false
  /** The steps that the line at hand may be below, by how far they are indented. */
  const open: { indent: number; step: Raw }[] = []
  let subplan: string | null = null
  for (const line of text.split('\n')) {
    const found = STEP.exec(line)
    if (found !== null) {
      const indent = found[1]?.length ?? 0
      // There is one plan, and it begins at the edge.
      if ((open.length === 0) !== (indent === 0)) return null
      while ((open.at(-1)?.indent ?? -1) >= indent) open.pop()
      const parent = open.at(-1)?.step
      const step = parent === undefined ? root : {}
      Object.assign(step, stepOf(found[2] ?? '', line), subplan !== null && { 'Subplan Name': subplan })
      subplan = null
      if (parent !== undefined) parent.Plans = [...((parent.Plans as Raw[] | undefined) ?? []), step]
      open.push({ indent, step })
      continue
    }
    if (open.length === 0) return null
    if (/^\S/.test(line)) isOver = true
    if (isOver) {
      const [, what, ms] = TIMES.exec(line) ?? []
      if (what !== undefined) about[`${what} Time`] = Number(ms)
      const [, trigger, time, calls] = TRIGGER.exec(line) ?? []
      if (trigger !== undefined) triggers.push({ 'Trigger Name': trigger, Time: Number(time), Calls: Number(calls) })
      continue
    }
    subplan = SUBPLAN.exec(line)?.[1] ?? subplan
    const [, name, value] = DETAIL.exec(line) ?? []
    const step = open.at(-1)?.step
    if (step === undefined || name === undefined || value === undefined) continue
    if (name === 'Buffers') Object.assign(step, pagesOf(value))
    else step[name] = value
  }
  return open.length === 0 ? null : JSON.stringify([about])
}

/** What the line of a step says. */
function stepOf(label: string, line: string): Raw {
  const [, startup, total, rows] = COST.exec(line) ?? []
  const actual = ACTUAL.exec(line)
  return {
    ...namesOf(label),
    ...(total === undefined
      ? {}
      : { 'Startup Cost': Number(startup), 'Total Cost': Number(total), 'Plan Rows': Number(rows) }),
    ...(actual === null
      ? NEVER.test(line)
        ? { 'Actual Loops': 0 }
        : {}
      : {
          'Actual Total Time': Number(actual[2] ?? 0),
          'Actual Rows': Number(actual[3]),
          'Actual Loops': Number(actual[4]),
        }),
  }
}

/** `Index Scan using own on public.orders o` has a kind, an index, a table and an alias. */
function namesOf(label: string): Raw {
  const [, kind = label, index, on] = /^(.*?)(?: using (.+?))?(?: on (.+))?$/.exec(label) ?? []
  const type = { 'Node Type': kind }
  if (on === undefined) return type
  if (kind === 'Bitmap Index Scan') return { ...type, 'Index Name': on }
  const [, name = on, alias] = /^((?:"(?:[^"]|"")*"|[^\s"])+)(?: (.+))?$/.exec(on) ?? []
  return {
    ...type,
    'Relation Name': name,
    ...(alias !== undefined && { Alias: alias }),
    ...(index !== undefined && { 'Index Name': index }),
  }
}

/** `shared hit=1 read=2, temp written=3` */
function pagesOf(value: string): Raw {
  const pages: Raw = { 'Shared Hit Blocks': 0 }
  for (const part of value.split(', ')) {
    const [whose = '', ...counts] = part.split(' ')
    for (const count of counts) {
      const [what = '', number] = count.split('=')
      const name = BLOCKS[what]
      if (name !== undefined) pages[`${whose[0]?.toUpperCase()}${whose.slice(1)} ${name} Blocks`] = Number(number)
    }
  }
  return pages
}
