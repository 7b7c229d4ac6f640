import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN } from '../access.ts'
import { asAdmin } from '../admin.ts'
import type { OperationParts } from '../running.ts'
import { reload } from '../serving.ts'
import { finishReplacement } from './replace.ts'
import { removeScratches } from './scratch.ts'

/**
 * Lets nobody but the platform into a running server, and ends the sessions that others have: what it holds stays as it
 * is from here on. Written down with the server, so that `settle` opens it again whatever happens.
 */
export async function close({ servers }: OperationParts, ref: string): Promise<void> {
  const record = { ...(await servers.present(ref)), closed: true }
  await servers.write(ref, record)
  const running = await servers.running(ref)
  if (!running) return
  const address = servers.address(ref, record)
  await reload(servers.folder(ref), record, { ...address, ...running })
  await asAdmin(address, async (admin) => {
    for (;;) {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where usename <> $1 and backend_type in ('client backend', 'walsender')`,
        [ADMIN],
      )
      if (rowCount === 0) return
      await sleep(20)
    }
  })
}

/**
 * Puts a server in order that an upgrade or a replacement was broken off at: what was decided is finished, what was not
 * is undone. Callers hold its lock.
 */
export async function settle({ servers }: OperationParts, ref: string): Promise<void> {
  const { layout } = servers.parts
  await finishReplacement(layout, ref)
  await removeScratches(layout, ref)
  const record = await servers.record(ref)
  if (!record?.closed) return
  const { closed: _, ...open } = record
  await servers.write(ref, open)
  const running = await servers.running(ref)
  if (running) await reload(servers.folder(ref), open, { ...servers.address(ref, open), ...running })
}
