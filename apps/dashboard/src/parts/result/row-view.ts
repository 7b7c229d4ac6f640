import type { GridColumn, GridRow, RowSource } from '../grid/types.ts'
import { type Compare, compareFor } from './compare.ts'

/** By which column rows are sorted; its place among the columns of the result. */
type ViewSort = { readonly column: number; readonly descending: boolean }

/** What a value has to be. */
export type Condition = {
  readonly column: number
  readonly operator: '=' | '≠' | '>' | '<' | 'is null' | 'is not null'
  /** Empty for the two about NULL. */
  readonly value: string
}

/** What of a result is shown, and in which order. */
export type ViewSpec = {
  /** Part of a value in any column, in upper or lower case; empty for all rows. */
  readonly search: string
  readonly conditions: readonly Condition[]
  readonly sort: ViewSort | null
}

/** All rows as they came. */
export const WHOLE: ViewSpec = { search: '', conditions: [], sort: null }

/** Whether all rows are shown as they came. */
export const isWhole = (spec: ViewSpec): boolean =>
  spec.search === '' && spec.conditions.length === 0 && spec.sort === null

/** How long rows are worked on before the page gets a chance to paint, in ms. */
const SLICE_MS = 12
/** How many rows are looked at between two looks at the clock. */
const STEP = 2000

/**
 * The numbers of the rows that a spec shows, in its order. Rows of the same value stay in the order they came in.
 * @param pause lets the page paint; long work waits for it now and then
 * @param signal ends the work when another spec has been asked for
 * @throws DOMException AbortError
 */
export async function viewIndices(
  source: Pick<RowSource, 'rowCount' | 'row'>,
  columns: readonly GridColumn[],
  spec: ViewSpec,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<Uint32Array> {
  let sliceStart = performance.now()
  const breathe = async () => {
    signal.throwIfAborted()
    if (performance.now() - sliceStart < SLICE_MS) return
    await pause()
    signal.throwIfAborted()
    sliceStart = performance.now()
  }
  const accepts = acceptor(columns, spec)
  const found: number[] = []
  const keys: (string | null)[] = []
  const by = spec.sort?.column ?? -1
  for (let index = 0; index < source.rowCount; index++) {
    if (index % STEP === 0) await breathe()
    const row = source.row(index)
    if (row === undefined || !accepts(row)) continue
    if (by >= 0) keys.push(row[by] ?? null)
    found.push(index)
  }
  if (spec.sort === null) return Uint32Array.from(found)
  const order = await sorted(keys, comparer(columns, spec.sort), breathe)
  return order.map((at) => found[at] ?? 0)
}

/** NULL comes last, and first when the order is turned round, as in Postgres. */
function comparer(columns: readonly GridColumn[], sort: ViewSort): (a: string | null, b: string | null) => number {
  const compare = compareFor(columns[sort.column]?.type ?? 'text')
  const sign = sort.descending ? -1 : 1
  return (a, b) => {
    if (a === null || b === null) return sign * (Number(a === null) - Number(b === null))
    return sign * compare(a, b)
  }
}

/** A merge sort that can be interrupted: of places, so that the keys stay where they are. */
async function sorted(
  keys: readonly (string | null)[],
  compare: (a: string | null, b: string | null) => number,
  breathe: () => Promise<void>,
): Promise<Uint32Array> {
  const count = keys.length
  let from: Uint32Array = Uint32Array.from({ length: count }, (_, index) => index)
  for (let start = 0; start < count; start += STEP) {
    await breathe()
    from.subarray(start, start + STEP).sort((a, b) => compare(keys[a] ?? null, keys[b] ?? null) || a - b)
  }
  let to: Uint32Array = new Uint32Array(count)
  for (let width = STEP; width < count; width *= 2) {
    let sinceBreath = 0
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count)
      const end = Math.min(start + 2 * width, count)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        const takesLeft =
          left < middle && (right >= end || compare(keys[from[left] ?? 0] ?? null, keys[from[right] ?? 0] ?? null) <= 0)
        to[at] = from[takesLeft ? left++ : right++] ?? 0
        if (++sinceBreath % STEP === 0) await breathe()
      }
    }
    const swap = from
    from = to
    to = swap
  }
  return from
}

function acceptor(columns: readonly GridColumn[], { search, conditions }: ViewSpec): (row: GridRow) => boolean {
  const tests = conditions.map((condition) => tester(condition, compareFor(columns[condition.column]?.type ?? 'text')))
  const wanted = search.toLowerCase()
  return (row) => {
    for (const test of tests) if (!test(row)) return false
    if (wanted === '') return true
    for (const value of row) if (value?.toLowerCase().includes(wanted)) return true
    return false
  }
}

function tester({ column, operator, value }: Condition, compare: Compare): (row: GridRow) => boolean {
  const of = (row: GridRow) => row[column] ?? null
  if (operator === 'is null') return (row) => of(row) === null
  if (operator === 'is not null') return (row) => of(row) !== null
  const fits: Readonly<Record<'=' | '≠' | '>' | '<', (difference: number) => boolean>> = {
    '=': (difference) => difference === 0,
    '≠': (difference) => difference !== 0,
    '>': (difference) => difference > 0,
    '<': (difference) => difference < 0,
  }
  const isRight = fits[operator]
  return (row) => {
    const own = of(row)
    // A row without a value is not the same as one with another value, but who looks for others wants to see it.
    if (own === null) return operator === '≠'
    return isRight(compare(own, value))
  }
}

/** The rows of a source at some places, in their order. */
export function rowsAt(source: RowSource, indices: Uint32Array): RowSource {
  return {
    rowCount: indices.length,
    row(at) {
      const index = indices[at]
      return index === undefined ? undefined : source.row(index)
    },
    // A view is made anew when its source changes.
    subscribe: () => () => {},
  }
}
