import type { ProjectRow } from '../store/tables.ts'
import type { Platform } from './platform.ts'

// A look at a server's processes and files costs a few milliseconds; many people looking at one list share it.
const FRESH_MS = 5_000

type Use = { readonly memory: number | null; readonly disk: number | null }
const kept = new WeakMap<Platform, Map<string, { at: number; use: Promise<Use> }>>()

/** Memory and disk that a project's server uses, in bytes; null where that cannot be known. */
export function serverUse(platform: Platform, project: Pick<ProjectRow, 'ref'>): Promise<Use> {
  const known = kept.get(platform) ?? new Map<string, { at: number; use: Promise<Use> }>()
  kept.set(platform, known)
  const found = known.get(project.ref)
  if (found && Date.now() - found.at < FRESH_MS) return found.use
  const use = platform.engine
    .observe(project.ref)
    .then((seen) => ({ memory: seen.memoryBytes, disk: seen.diskBytes }))
    .catch(() => ({ memory: null, disk: null }))
  known.set(project.ref, { at: Date.now(), use })
  return use
}
