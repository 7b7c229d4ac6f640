import { FOLDER_EXISTS, FOLDER_IN_ITSELF, FOLDER_NOT_FOUND } from '@stoa/contract'
import { sql } from 'kysely'
import { audit } from '../../../core/audit.ts'
import { folderRow } from '../../../core/content/rows.ts'
import { actorOf, api, type Context } from '../../../core/context.ts'
import { badRequest, conflict, notFound } from '../../../core/errors.ts'
import { type StoreLike, violatedUnique } from '../../../store/store.ts'
import { folderOnWire } from './rows.ts'

const entry = ({ scope }: Context, action: string, details: Record<string, unknown>) => ({
  action,
  organization: scope.organization.slug,
  project: scope.project.ref,
  details,
})

/** A folder's name is its owner's only one in the project. */
const nameRefusal = (error: unknown): unknown =>
  violatedUnique(error) === 'content_folders_name' ? conflict(FOLDER_EXISTS) : error

/** The folders and everything below them. */
async function withBelow(tx: StoreLike, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive below as (
      select id from content_folders where id in (${sql.join(ids)})
      union
      select child.id from content_folders child join below on child.parent_id = below.id where child.deleted_at is null
    ) select id from below`.execute(tx)
  return rows.map(({ id }) => id)
}

/** @throws ORPCError 400 when there is no such folder of the caller's, or it lies in the one that is moved */
async function checkParent(
  tx: StoreLike,
  { scope }: Context,
  parent: string | null | undefined,
  moved?: string,
): Promise<void> {
  if (parent === null || parent === undefined) return
  const found = await folderRow(tx, scope.project.id, scope.caller.account.id, parent)
  if (!found) throw badRequest(FOLDER_NOT_FOUND)
  if (moved !== undefined && (await withBelow(tx, [moved])).includes(parent)) throw badRequest(FOLDER_IN_ITSELF)
}

export const folders = {
  list: api.project.content.folders.list.handler(async ({ context }) => {
    const rows = await context.platform.store
      .selectFrom('content_folders')
      .selectAll()
      .where('project_id', '=', context.scope.project.id)
      .where('owner_id', '=', context.scope.caller.account.id)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute()
    return rows.map(folderOnWire)
  }),

  create: api.project.content.folders.create.handler(async ({ input, context }) => {
    const { platform, scope } = context
    try {
      return await platform.store.transaction().execute(async (tx) => {
        await checkParent(tx, context, input.body.parentId)
        const row = await tx
          .insertInto('content_folders')
          .values({
            project_id: scope.project.id,
            owner_id: scope.caller.account.id,
            name: input.body.name,
            parent_id: input.body.parentId ?? null,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await audit(tx, actorOf(context), entry(context, 'content.folder_created', { id: row.id }))
        return folderOnWire(row)
      })
    } catch (error) {
      throw nameRefusal(error)
    }
  }),

  update: api.project.content.folders.update.handler(async ({ input, context }) => {
    const { platform, scope } = context
    const { id } = input.params
    try {
      return await platform.store.transaction().execute(async (tx) => {
        // Two moves at once could put each folder into the other.
        await tx.selectFrom('projects').select('id').where('id', '=', scope.project.id).forNoKeyUpdate().execute()
        const found = await folderRow(tx, scope.project.id, scope.caller.account.id, id)
        if (!found) throw notFound(FOLDER_NOT_FOUND)
        await checkParent(tx, context, input.body.parentId, id)
        const row = await tx
          .updateTable('content_folders')
          .set({
            name: input.body.name,
            ...(input.body.parentId !== undefined && { parent_id: input.body.parentId }),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await audit(tx, actorOf(context), entry(context, 'content.folder_updated', { id }))
        return folderOnWire(row)
      })
    } catch (error) {
      throw nameRefusal(error)
    }
  }),

  remove: api.project.content.folders.remove.handler(async ({ input, context }) => {
    const { platform, scope } = context
    return platform.store.transaction().execute(async (tx) => {
      const owned = await tx
        .selectFrom('content_folders')
        .select('id')
        .where('id', 'in', input.query.ids)
        .where('project_id', '=', scope.project.id)
        .where('owner_id', '=', scope.caller.account.id)
        .where('deleted_at', 'is', null)
        .execute()
      if (owned.length < new Set(input.query.ids).size) throw notFound(FOLDER_NOT_FOUND)
      const all = await withBelow(
        tx,
        owned.map(({ id }) => id),
      )
      const at = new Date()
      await tx.updateTable('content_folders').set({ deleted_at: at }).where('id', 'in', all).execute()
      const inside = await tx
        .updateTable('content')
        .set({ deleted_at: at })
        .where('folder_id', 'in', all)
        .where('deleted_at', 'is', null)
        .returning('id')
        .execute()
      const ids = inside.map(({ id }) => id)
      await audit(tx, actorOf(context), entry(context, 'content.deleted', { ids, folder_ids: all }))
      return { ids, folder_ids: all }
    })
  }),
}
