import type { OperationParts } from '../running.ts'
import { dumpServer } from './dump.ts'
import { loadServer } from './load.ts'

/** @throws EngineError `absent`, `not-running`, `no-space`, `failed` */
export async function dump({ servers }: OperationParts, ref: string, file: string): Promise<number> {
  const record = await servers.presentAndRunning(ref, 'to be written down')
  return dumpServer(servers.address(ref, record), file)
}

/** Callers hold the server's lock. @throws EngineError `absent`, `not-running`, `failed` */
export async function load({ servers }: OperationParts, ref: string, file: string): Promise<void> {
  const record = await servers.presentAndRunning(ref, 'to be filled')
  await loadServer(servers.address(ref, record), file)
}
