import { statfs } from 'node:fs/promises'
import { availableParallelism, freemem, loadavg, totalmem } from 'node:os'
import type { Platform } from '../../core/platform.ts'

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
