import { EngineError, requireNetworks, type ServerAccess, type ServerResources } from '@stoa/engine'
import type { Servers } from './servers.ts'
import { reload } from './serving.ts'
import type { Log, Supervisor } from './supervisor.ts'

// What is changed about a server that is there. Callers hold its lock.

export type OperationParts = { readonly servers: Servers; readonly supervisor: Supervisor; readonly log: Log }

/**
 * Starts a server. One whose size was changed and that does not start with it goes back to the size it had.
 * @returns why it did not start with its new size, or `null`
 */
export async function startSized(
  { servers, supervisor, log }: OperationParts,
  ref: string,
): Promise<EngineError | null> {
  const running = await servers.running(ref)
  try {
    await supervisor.start(await servers.unit(ref))
  } catch (error) {
    const sized = await servers.present(ref)
    const { formerResources, ...record } = sized
    if (!formerResources || !(error instanceof EngineError)) throw error
    await servers.write(ref, { ...record, resources: formerResources })
    try {
      await supervisor.start(await servers.unit(ref))
    } catch {
      // It was not for its size that it did not start.
      await servers.write(ref, sized)
      throw error
    }
    log('warn', 'A database server did not start with its new size and has the one before again.', { ref })
    return error
  }
  const { formerResources, ...record } = await servers.present(ref)
  // One that ran already says nothing about the new size: it was started before it had one.
  if (formerResources && !running) await servers.write(ref, record)
  return null
}

/** @throws EngineError `absent`, `failed` when it runs again with the size it had */
export async function resize(parts: OperationParts, ref: string, resources: ServerResources): Promise<void> {
  const { servers, supervisor } = parts
  const record = await servers.present(ref)
  const runs = (await servers.running(ref)) !== null || supervisor.isDown(ref)
  // What a start has succeeded with is what to go back to, also when this was begun before and cut off.
  const formerResources = record.formerResources ?? record.resources
  const same = JSON.stringify(sizes(record.resources)) === JSON.stringify(sizes(resources))
  if (same && !record.formerResources) return
  await servers.write(ref, { ...record, resources, formerResources })
  if (!runs) return
  await supervisor.stop(await servers.unit(ref))
  const refused = await startSized(parts, ref)
  if (!refused) return
  throw new EngineError(
    'failed',
    'The database does not start with this size, so it runs with the one it had.',
    refused.detail ?? refused.message,
  )
}

const sizes = ({ memoryMb, maxConnections, workers }: ServerResources) => [memoryMb, maxConnections, workers]

/** @throws EngineError `absent`, `not-running` */
export async function setReadOnly({ servers }: OperationParts, ref: string, on: boolean): Promise<void> {
  const record = await servers.presentAndRunning(ref, on ? 'to be made read-only' : 'to be made writable')
  await servers.write(ref, { ...record, readOnly: on })
  await reloadIfRunning(servers, ref)
}

/** @throws EngineError `absent`, `failed` when a network is none */
export async function setAccess({ servers }: OperationParts, ref: string, access: ServerAccess): Promise<void> {
  const record = await servers.present(ref)
  requireNetworks(access.networks)
  const { sslOnly, networks } = access
  await servers.write(ref, { ...record, access: { sslOnly, networks } })
  await reloadIfRunning(servers, ref)
}

async function reloadIfRunning(servers: Servers, ref: string): Promise<void> {
  const running = await servers.running(ref)
  if (!running) return
  const record = await servers.present(ref)
  await reload(servers.folder(ref), record, { ...servers.address(ref, record), ...running })
}
