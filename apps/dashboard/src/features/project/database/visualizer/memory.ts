import { local } from '../../../../parts/browser-store/local.ts'
import type { Point } from './geometry.ts'

// Where people have put tables, in this browser: by project, by what they were looking at, and by the table's name.

type Moved = Readonly<Record<string, Point>>

/** Tables that are remembered in one view; who moved more than so gets the first ones arranged again. */
const TABLES_MAX = 1000

const keyOf = (ref: string, view: string) => `stoa.visualizer ${ref} ${view}`

const isPoint = (value: unknown): value is Point =>
  typeof value === 'object' &&
  value !== null &&
  Number.isFinite((value as Point).x) &&
  Number.isFinite((value as Point).y)

/** The tables that were moved by hand. */
export function movedTables(ref: string, view: string): Moved {
  const found = local.readJson(keyOf(ref, view))
  if (typeof found !== 'object' || found === null) return {}
  return Object.fromEntries(Object.entries(found).filter(([, place]) => isPoint(place)))
}

/** Remembers where some tables were put. */
export function keepMoved(ref: string, view: string, moved: Moved): void {
  const all = Object.entries({ ...movedTables(ref, view), ...moved }).slice(-TABLES_MAX)
  // A full or forbidden storage: tables stand where they are arranged.
  local.storeJson(keyOf(ref, view), Object.fromEntries(all))
}

/** Lets all tables be arranged again. */
export const forgetMoved = (ref: string, view: string): void => local.remove(keyOf(ref, view))
