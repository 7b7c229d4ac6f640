import type { Engine, Observation } from '@stoa/engine'
import type { ProjectRow } from '../store/tables.ts'

/** A look this old, in ms, is taken again behind the answer: it reads files of every process of a server. */
const FRESH_MS = 5_000
/** One this old, in ms, is worth nothing any more. The sampler looks at what runs once a minute. */
const WORTH_MS = 120_000

/** Whoever can look at servers: the platform. */
type Looks = { readonly engine: Pick<Engine, 'observe'> }
type Use = { readonly memory: number | null; readonly disk: number | null }
type Known = { at: number; use: Use; next: Promise<Use> | null }
const kept = new WeakMap<Looks, Map<string, Known>>()

const knownOf = (platform: Looks): Map<string, Known> => {
  const known = kept.get(platform) ?? new Map<string, Known>()
  kept.set(platform, known)
  return known
}

/** Keeps what somebody saw of a project's server, so that a list need not look again. */
export function rememberUse(platform: Looks, ref: string, seen: Pick<Observation, 'memoryBytes' | 'diskBytes'>): Use {
  const use = { memory: seen.memoryBytes, disk: seen.diskBytes }
  knownOf(platform).set(ref, { at: Date.now(), use, next: null })
  return use
}

/**
 * Memory and disk that a project's server uses, in bytes; null where that cannot be known. A list of many projects
 * is told what was seen within the last two minutes, unless the project's status changed since, and hears of a later
 * look when it asks again.
 */
export async function serverUse(
  platform: Looks,
  { ref, status_since: since }: Pick<ProjectRow, 'ref' | 'status_since'>,
): Promise<Use> {
  const known = knownOf(platform)
  const last = known.get(ref) ?? { at: 0, use: { memory: null, disk: null }, next: null }
  const age = Date.now() - last.at
  if (age < FRESH_MS && last.at > since.getTime()) return last.use
  last.next ??= platform.engine
    .observe(ref)
    .then((seen) => rememberUse(platform, ref, seen))
    .catch(() => {
      known.delete(ref)
      return { memory: null, disk: null }
    })
  known.set(ref, last)
  return age < WORTH_MS && last.at > since.getTime() ? last.use : last.next
}
