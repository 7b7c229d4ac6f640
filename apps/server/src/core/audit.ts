import type { StoreLike } from '../store/store.ts'

/** Who is behind a change, as the audit log keeps it. */
export type Actor = {
  readonly id: string | null
  readonly name: string | null
  readonly tokenId: string | null
  readonly requestId: string | null
  readonly ip: string | null
}

/** The platform itself: a workflow, a schedule, a start-up task. */
export const PLATFORM_ACTOR: Actor = { id: null, name: null, tokenId: null, requestId: null, ip: null }

export type AuditEntry = {
  /** `thing.happened`, such as `project.paused`. Sentences for it are in features/project/home/activity.ts. */
  readonly action: string
  readonly organization?: string | null
  readonly project?: string | null
  readonly details?: Record<string, unknown>
}

/**
 * Writes down what happened.
 * @param tx the transaction that does it, so that there is never one without the other
 */
export async function audit(tx: StoreLike, actor: Actor, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      action: entry.action,
      actor_id: actor.id,
      actor_name: actor.name,
      token_id: actor.tokenId,
      organization_slug: entry.organization ?? null,
      project_ref: entry.project ?? null,
      details: JSON.stringify(entry.details ?? {}),
      request_id: actor.requestId,
      ip: actor.ip,
    })
    .execute()
}
