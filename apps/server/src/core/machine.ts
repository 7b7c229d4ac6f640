import { statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import type { Platform } from './platform.ts'

/** The machine's memory, in bytes. */
export const machineMemory = (): number => totalmem()

/** How many processors the machine has. */
export const machineProcessors = (): number => availableParallelism()

/** What is left on the disk that holds all projects, in bytes. */
export async function machineFreeDisk(platform: Pick<Platform, 'config'>): Promise<number> {
  const disk = await statfs(platform.config.dataDir)
  return disk.bavail * disk.bsize
}
