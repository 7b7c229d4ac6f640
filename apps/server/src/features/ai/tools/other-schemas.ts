import type pg from 'pg'
import { readCatalog } from '../../../core/catalog/catalog.ts'
import { SCHEMAS } from '../../../core/catalog/objects.ts'
import { PLATFORM_SCHEMAS } from '../../../core/catalog/origins.ts'
import type { Looking } from './query.ts'

/** The catalogue, by the role that can only read. */
export const catalog = ({ context }: Pick<Looking, 'context'>): Promise<pg.Pool> =>
  context.platform.databases.readPool(context.scope.project, 'catalog', 'reader')

/** Stands for an expression that names what may not be looked at. */
const ELSEWHERE = 'names something in another schema'

const escaped = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
/** A name with a dot behind it, bare or in quotes. */
const qualifier = (name: string): string =>
  `(?<![\\p{L}\\p{N}_$"])${escaped(name)}\\.|"${escaped(name.replaceAll('"', '""'))}"\\.`

/** Tells what of an expression may be told. */
export type Outsiders = {
  /** Whether a text names something in a schema that may not be looked at. */
  has(text: unknown): boolean
  /** The text, or that it names something elsewhere. */
  masked<T>(text: T): T | string
}

/**
 * What expressions of the catalogue may tell: defaults, policies and types of a schema that is looked at can name what
 * lies in one that is not. The platform's own schemas are no secret, and nearly every policy names one.
 */
export async function outsiders(looking: Looking): Promise<Outsiders> {
  const rows = await readCatalog<{ name: string }>(await catalog(looking), SCHEMAS)
  const known = new Set<string>([...looking.sharing.schemas, ...PLATFORM_SCHEMAS])
  const others = rows.flatMap(({ name }) => (known.has(name) ? [] : [qualifier(name)]))
  const pattern = others.length === 0 ? null : new RegExp(others.join('|'), 'u')
  const has = (text: unknown) => typeof text === 'string' && pattern?.test(text) === true
  return { has, masked: (text) => (has(text) ? ELSEWHERE : text) }
}
