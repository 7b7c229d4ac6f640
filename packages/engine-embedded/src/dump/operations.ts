import { type Dump, EngineError } from '@stoa/engine'
import { APART_PORT } from '../postmaster.ts'
import type { OperationParts } from '../running.ts'
import { settle } from '../upgrade/window.ts'
import { dumpServer } from './dump.ts'
import { loadServer } from './load.ts'

/** @throws EngineError `absent`, `not-running`, `no-space`, `failed` */
export async function dump({ servers }: OperationParts, ref: string, file: string): Promise<Dump> {
  const record = await servers.presentAndRunning(ref, 'to be written down')
  return dumpServer(servers.address(ref, record), file)
}

/**
 * @param locked runs something while it holds the server's lock, which nobody holds while the server is read
 * @throws EngineError `absent`, `interrupted`, `no-space`, `failed`
 */
export async function dumpStopped(
  parts: OperationParts,
  locked: <T>(work: () => Promise<T>) => Promise<T>,
  ref: string,
  file: string,
): Promise<Dump> {
  const { servers, supervisor } = parts
  const { unit, apart } = await locked(async () => {
    await settle(parts, ref)
    await servers.present(ref)
    if ((await servers.running(ref)) || supervisor.isDown(ref)) throw interrupted()
    const stopped = await servers.apart(ref)
    return { unit: stopped, apart: await supervisor.runApart(stopped) }
  })
  try {
    return await dumpServer({ sockets: unit.sockets, port: APART_PORT }, file)
  } catch (error) {
    throw apart.wanted ? interrupted() : error
  } finally {
    await locked(() => supervisor.endApart(unit, apart))
  }
}

const interrupted = () =>
  new EngineError('interrupted', 'The database was wanted before it was written down as a stopped one.')

/** Callers hold the server's lock. @throws EngineError `absent`, `not-running`, `failed` */
export async function load({ servers }: OperationParts, ref: string, file: string): Promise<void> {
  const record = await servers.presentAndRunning(ref, 'to be filled')
  await loadServer(servers.address(ref, record), file)
}
