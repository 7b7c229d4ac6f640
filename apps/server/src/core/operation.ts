import type { ProjectEvent } from '@stoa/contract'
import type { StoreLike } from '../store/store.ts'
import type { ProjectRow } from '../store/tables.ts'
import type { Actor } from './audit.ts'

/** A piece of long work, as its steps see it. Inputs hold no secrets: they are stored in clear. */
export type Operation = {
  readonly id: string
  readonly kind: string
  /** The project that it holds; null when that is gone, or when the work goes on beside it. */
  readonly projectId: number | null
  readonly projectRef: string
  readonly input: Readonly<Record<string, unknown>>
  readonly actor: Actor
}

/** What handlers and workflows ask of the runner of long work. */
export type OperationsPort = {
  /**
   * Changes a project's status and notes the work that this means, in the caller's transaction.
   * @param what.event the lifecycle event that the work begins with; null when the status is already right
   * @returns the operation's id, for `kick` once the transaction has committed, and the project
   * @throws StatusConflict when another operation holds the project or its status does not accept the event
   */
  begin(
    tx: StoreLike,
    what: {
      kind: string
      projectId: number
      event: ProjectEvent | null
      actor: Actor
      input?: Record<string, unknown>
    },
  ): Promise<{ id: string; project: ProjectRow }>
  /**
   * Notes work that goes on beside whatever else happens to a project: it holds nothing, and its own `projectId` is
   * null. The project's id is `project_id` of its input.
   * @returns the operation's id, for `kick` once the transaction has committed
   */
  beginBeside(
    tx: StoreLike,
    what: { kind: string; project: { id: number; ref: string }; actor: Actor; input?: Record<string, unknown> },
  ): Promise<string>
  /** Hands committed work to the runner. A failure here delays it to the next sweep and loses nothing. */
  kick(id: string): void
  /**
   * Ends an operation together with what its end means. Does nothing when it has ended already.
   * @param effect written in the same transaction
   */
  finish(operation: Operation, effect: (tx: StoreLike) => Promise<void>, error?: string | null): Promise<void>
}
