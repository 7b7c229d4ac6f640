import type { ProjectEvent } from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import { statusRefusal } from '../../../core/errors.ts'
import type { StoreLike } from '../../../store/store.ts'
import type { ProjectRow } from '../../../store/tables.ts'

/**
 * Moves the project by an event and starts the work behind it, in one transaction.
 * @param what.doing what was asked, as in "A project that is INACTIVE cannot be paused"
 * @param what.first what has to be locked before the project is
 * @param what.also what else belongs to the beginning; the project is locked by then
 * @returns the project with its new status, and the operation's id
 */
export async function begin(
  context: Context,
  what: {
    kind: string
    event: ProjectEvent
    doing: string
    action: string
    input?: Record<string, unknown>
    details?: Record<string, unknown>
    first?: (tx: StoreLike) => Promise<unknown>
    also?: (tx: StoreLike, begun: { id: string; project: ProjectRow }) => Promise<void>
  },
): Promise<{ id: string; project: ProjectRow }> {
  const { platform, scope } = context
  const actor = actorOf(context)
  try {
    const begun = await platform.store.transaction().execute(async (tx) => {
      await what.first?.(tx)
      const started = await platform.operations.begin(tx, {
        kind: what.kind,
        projectId: scope.project.id,
        event: what.event,
        actor,
        ...(what.input ? { input: what.input } : {}),
      })
      await what.also?.(tx, started)
      await audit(tx, actor, {
        action: what.action,
        organization: scope.organization.slug,
        project: scope.project.ref,
        details: { name: scope.project.name, ...what.details },
      })
      return started
    })
    platform.operations.kick(begun.id)
    return begun
  } catch (error) {
    throw statusRefusal(error, what.doing)
  }
}
