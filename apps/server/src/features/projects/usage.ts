import { statfs } from 'node:fs/promises'
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os'
import type { Platform } from '../../core/platform.ts'
import type { ProjectRow } from '../../store/tables.ts'

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

/** What the whole machine has and uses. */
export async function machineUse(platform: Platform) {
  const disk = await statfs(platform.config.dataDir)
  // Blocks that are free but kept for the system count as neither used nor there, as `df` has it.
  const used = (disk.blocks - disk.bfree) * disk.bsize
  return {
    memory_total_bytes: totalmem(),
    memory_used_bytes: totalmem() - freemem(),
    disk_total_bytes: used + disk.bavail * disk.bsize,
    disk_used_bytes: used,
    cpu_load: Math.min(1, (loadavg()[1] ?? 0) / availableParallelism()),
  }
}
