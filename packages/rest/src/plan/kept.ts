import { randomBytes } from 'node:crypto'
import type { HeaderSource, RestRequest } from '../message.ts'
import { type ApiRequest, locationOf } from '../request/request.ts'
import type { SchemaCache } from '../schema/cache.ts'
import { decode, PLAIN, parameters, shown } from '../url/query.ts'
import { Choice } from './choice.ts'
import type { Job, Text } from './job.ts'

/** How many plans are kept; those used longest ago go first. */
const KEPT = 200
/** From how many on it counts which of them was used last. */
const CROWDED = KEPT / 2
/** Longer requests are planned each time: there are as many kinds of them as there are requests. */
const LENGTH = 2_000

/** Headers that decide what is planned. */
const HEADERS = ['accept', 'accept-profile', 'prefer', 'range']
/** Parameters whose values are no filters. */
const OTHERS = ['select', 'columns', 'on_conflict', 'order', 'limit', 'offset', 'and', 'or']
/** Filters whose whole rest is one value, which Postgres gets as a parameter. */
const FILTER = /^(?:not\.)?(?:eq|neq|gte?|lte?|(i?like)|i?match|cs|cd|ov)\./

/** A value of a request that leaves its plan as it is. */
type Hole = { readonly text: string; readonly pattern: boolean }

/** A request as far as it decides what is planned, and the rest of it. */
export type Kind = { readonly key: string; readonly holes: readonly Hole[]; readonly search: string }

/** Stands for a value while a request is planned. Nobody who asks can know it. */
const MARK = `stoa${randomBytes(12).toString('hex')}x`
const mark = (at: number): string => `${MARK}${at}x`
const MARKS = new RegExp(`${MARK}(\\d+)x`)

/**
 * Tells what decides a plan from what does not.
 * @returns null for a request whose plan is not kept
 */
export function kindOf({ method, path, search, headers }: RestRequest): Kind | null {
  if ((method !== 'GET' && method !== 'HEAD') || path === '/' || path.startsWith('/rpc/')) return null
  if (path.length + search.length > LENGTH) return null
  // The key is read by lines: what has lines of its own could pass for something else.
  if (path.includes('\n') || search.includes('\n')) return null
  let key = `${method}\n${path}`
  for (const name of HEADERS) {
    const value = headers.get(name)
    if (value?.includes('\n')) return null
    key += `\n${value ?? '\0'}`
  }
  // A time zone counts only when Postgres knows it.
  if (headers.get('prefer')?.includes('timezone')) return null
  const holes: Hole[] = []
  const marked: string[] = []
  for (const part of search === '' ? [] : search.split('&')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at)
    const filter = at > 0 && PLAIN.test(name) && !OTHERS.includes(name) ? FILTER.exec(part.slice(at + 1)) : null
    if (filter === null) {
      key += `\n${part}`
      marked.push(part)
    } else {
      const from = at + 1 + filter[0].length
      key += `\n${part.slice(0, from)}\0`
      marked.push(part.slice(0, from) + mark(holes.length))
      const text = decode(part.slice(from))
      holes.push({ text, pattern: filter[1] !== undefined })
    }
  }
  return { key, holes, search: marked.join('&') }
}

/** The values of a statement, and which of them come from which hole. */
type Template = Text & { readonly places: readonly (readonly [at: number, hole: number])[] }

/** A plan without the values of the request that it was made for. */
type Plan = {
  readonly request: ApiRequest
  readonly job: Job
  readonly statement: Template
  readonly estimate: Template | null
  /** What stands between the values in Content-Location; null where their order depends on them. */
  readonly location: readonly string[] | null
  /** Which way of planning is the better one, for each role: policies are part of what is planned. */
  readonly choices: Map<string, Choice>
}

/**
 * Finds the places of the holes.
 * @returns null when a hole's value went anywhere but into a parameter of its own
 */
function template({ text, values }: Text, holes: number): Template | null {
  if (text.includes(MARK)) return null
  const places: [number, number][] = []
  const found = new Set<number>()
  for (const [at, value] of values.entries()) {
    if (!value?.includes(MARK)) continue
    const hole = Array.from({ length: holes }, (_, one) => one).find((one) => value === mark(one))
    if (hole === undefined) return null
    places.push([at, hole])
    found.add(hole)
  }
  return found.size === holes ? { text, values, places } : null
}

function filled({ text, values, places }: Template, holes: readonly Hole[]): Text {
  if (places.length === 0) return { text, values }
  const all = [...values]
  for (const [at, one] of places) {
    const hole = holes[one]
    all[at] = hole === undefined ? null : hole.pattern ? hole.text.replaceAll('*', '%') : hole.text
  }
  return { text, values: all }
}

/** A request and what is to be done for it. */
export type Planned = { readonly request: ApiRequest; readonly job: Job }
/** One whose plan was made before. */
export type PlannedAgain = Planned & { readonly choice: Choice }

/** For how many roles a plan has choices. */
const ROLES = 20

/**
 * Plans of reads, by kinds of requests: the same path, the same parameters with other values, the same headers that
 * count. A plan knows neither who asks nor with which values, and none outlives the definitions it was made with.
 */
export class KeptPlans {
  readonly #plans = new Map<string, Plan | null>()
  #cache: SchemaCache | null = null

  /**
   * The plan for a request.
   * @param make plans a request; what it refuses is not kept
   * @returns null when none can be kept for it
   */
  find(
    cache: SchemaCache,
    asked: RestRequest,
    role: string,
    make: (request: RestRequest) => Planned,
  ): PlannedAgain | null {
    if (this.#cache !== cache) {
      this.#plans.clear()
      this.#cache = cache
    }
    const kind = kindOf(asked)
    if (kind === null) return null
    const { key, holes } = kind
    let plan = this.#plans.get(key)
    if (plan === undefined) {
      plan = planOf({ ...asked, search: kind.search }, holes.length, make)
      const [oldest] = this.#plans.keys()
      if (this.#plans.size >= KEPT && oldest !== undefined) this.#plans.delete(oldest)
      this.#plans.set(key, plan)
    } else if (this.#plans.size > CROWDED) {
      this.#plans.delete(key)
      this.#plans.set(key, plan)
    }
    return plan && { ...used(plan, asked, holes), choice: choiceOf(plan, role) }
  }
}

function choiceOf({ choices }: Plan, role: string): Choice {
  const known = choices.get(role)
  if (known) return known
  if (choices.size >= ROLES) choices.clear()
  const made = new Choice()
  choices.set(role, made)
  return made
}

function planOf(marked: RestRequest, holes: number, make: (request: RestRequest) => Planned): Plan | null {
  let planned: Planned
  try {
    planned = make(marked)
  } catch {
    // The refusal has to name what was sent: the request itself gets it.
    return null
  }
  const { request, job } = planned
  const statement = template(job.statement, holes)
  const estimate = job.estimate && template(job.estimate, holes)
  if (job.kind !== 'read' || statement === null || (job.estimate !== null && estimate === null)) return null
  const given = parameters(marked.search)
  const distinct = new Set(given.map(([name]) => name)).size === given.length
  const location = distinct ? request.location.split(MARKS) : null
  return {
    request: { ...request, headers: NO_HEADERS, location: '' },
    job,
    statement,
    estimate,
    location,
    choices: new Map(),
  }
}

/** A kept plan holds nothing of whoever asked first. */
const NO_HEADERS: HeaderSource = new Headers()

function used(plan: Plan, { search, headers, path }: RestRequest, holes: readonly Hole[]): Planned {
  const location =
    plan.location === null
      ? locationOf(path, parameters(search))
      : // Every second piece is the number of a value.
        plan.location.map((piece, at) => (at % 2 === 0 ? piece : shown(holes[Number(piece)]?.text ?? ''))).join('')
  const statement = filled(plan.statement, holes)
  const estimate = plan.estimate && filled(plan.estimate, holes)
  return { request: { ...plan.request, headers, path, location }, job: { ...plan.job, statement, estimate } }
}
