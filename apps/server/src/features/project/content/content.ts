import { CONTENT_NOT_FOUND, contentPermissions } from '@stoa/contract'
import { sql } from 'kysely'
import { audit } from '../../../core/audit.ts'
import { queryKind } from '../../../core/content/kind.ts'
import { seen, summaryOnWire } from '../../../core/content/rows.ts'
import { change, save } from '../../../core/content/save.ts'
import { actorOf, api } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { demand } from '../../../core/guard.ts'
import { expectRun } from '../../../core/sql/session.ts'
import { violatedUnique } from '../../../store/store.ts'
import { folders } from './folders.ts'
import { revisions } from './revisions.ts'
import { folderOnWire, snippetOf } from './rows.ts'

const ORDER = {
  name: sql`lower(content.name)`,
  inserted_at: sql`content.created_at`,
  updated_at: sql`content.updated_at`,
} as const

/** The same of a row that is looked up by itself. */
const CURSOR = { name: 'lower(name)', inserted_at: 'created_at', updated_at: 'updated_at' } as const

/** For ids that may be none. */
const among = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`

/** What is said when the name of a deleted folder was given away meanwhile. */
const FOLDER_NAME_TAKEN = 'A folder of this name exists again. Rename it, then try once more'

/** A pattern that finds a text anywhere, with nothing in it that means more than itself. */
const containing = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

export const content = {
  ...revisions,
  folders,

  list: api.project.content.list.handler(async ({ input, context }) => {
    const { store } = context.platform
    const { type, visibility, favorite, folder_id, name, sort_by, sort_order, limit, cursor } = input.query
    const by = ORDER[sort_by]
    const rows = await seen(store, context)
      .where('content.type', '=', type)
      .$if(visibility !== undefined, (query) => query.where('content.visibility', '=', visibility ?? 'user'))
      .$if(folder_id === 'none', (query) => query.where('content.folder_id', 'is', null))
      .$if(folder_id !== undefined && folder_id !== 'none', (query) =>
        query.where('content.folder_id', '=', folder_id ?? ''),
      )
      .$if(name !== undefined && name !== '', (query) => query.where('content.name', 'ilike', containing(name ?? '')))
      .$if(favorite !== undefined, (query) =>
        query.where((eb) => {
          const marked = eb.exists(
            eb
              .selectFrom('content_favorites')
              .select(sql.lit(1).as('one'))
              .whereRef('content_favorites.content_id', '=', 'content.id')
              .where('content_favorites.user_id', '=', context.scope.caller.account.id),
          )
          return favorite ? marked : eb.not(marked)
        }),
      )
      .$if(cursor !== undefined, (query) =>
        query.where(
          sql<boolean>`(${by}, content.id) ${sql.raw(sort_order === 'asc' ? '>' : '<')} (
            select ${sql.raw(CURSOR[sort_by])}, id from content where id = ${cursor})`,
        ),
      )
      .orderBy(by, sort_order)
      .orderBy('content.id', sort_order)
      .limit(limit + 1)
      .execute()
    const page = rows.slice(0, limit)
    return { data: page.map(summaryOnWire), cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
  }),

  get: api.project.content.get.handler(({ input, context }) =>
    snippetOf(context.platform.store, context, input.params.id),
  ),

  save: api.project.content.save.handler(({ input, context }) => {
    expectRun(context)
    return context.platform.store.transaction().execute(async (tx) => {
      const { id, type: _, ...changes } = input.body
      const saved = await save(tx, context, queryKind, id, changes)
      if (!saved) throw notFound(CONTENT_NOT_FOUND)
      return snippetOf(tx, context, id)
    })
  }),

  update: api.project.content.update.handler(({ input, context }) =>
    context.platform.store.transaction().execute(async (tx) => {
      if (!(await change(tx, context, queryKind, input.params.id, input.body))) throw notFound(CONTENT_NOT_FOUND)
      return snippetOf(tx, context, input.params.id)
    }),
  ),

  remove: api.project.content.remove.handler(async ({ input, context }) => {
    const { organization, project } = context.scope
    const ids = [...new Set(input.query.ids)]
    return context.platform.store.transaction().execute(async (tx) => {
      const rows = await seen(tx, context).where('content.id', 'in', ids).execute()
      if (rows.length < ids.length) throw notFound(CONTENT_NOT_FOUND)
      for (const row of rows) demand(context, contentPermissions.remove, row.owner_id)
      await tx.updateTable('content').set({ deleted_at: new Date() }).where('id', 'in', ids).execute()
      await audit(tx, actorOf(context), {
        action: 'content.deleted',
        organization: organization.slug,
        project: project.ref,
        details: { ids },
      })
      return { data: ids.map((id) => ({ id })) }
    })
  }),

  restore: api.project.content.restore.handler(async ({ input, context }) => {
    const { organization, project, caller } = context.scope
    const { ids, folder_ids } = input.body
    try {
      return await context.platform.store.transaction().execute(async (tx) => {
        const broughtFolders = await tx
          .updateTable('content_folders')
          .set({ deleted_at: null })
          .where('id', '=', among(folder_ids))
          .where('project_id', '=', project.id)
          .where('owner_id', '=', caller.account.id)
          .returningAll()
          .execute()
        const gone = await tx
          .selectFrom('content')
          .select(['id', 'owner_id', 'visibility'])
          .where('id', '=', among(ids))
          .where('project_id', '=', project.id)
          .execute()
        const mine = gone.filter((row) => row.owner_id === caller.account.id || row.visibility === 'project')
        if (mine.length < new Set(ids).size) throw notFound(CONTENT_NOT_FOUND)
        for (const row of mine) demand(context, contentPermissions.remove, row.owner_id)
        await tx.updateTable('content').set({ deleted_at: null }).where('id', '=', among(ids)).execute()
        // What lay in a folder that stays deleted comes back at the top.
        const goneFolders = tx.selectFrom('content_folders').select('id').where('deleted_at', 'is not', null)
        await tx
          .updateTable('content')
          .set({ folder_id: null })
          .where('id', '=', among(ids))
          .where('folder_id', 'in', goneFolders)
          .execute()
        await tx
          .updateTable('content_folders')
          .set({ parent_id: null })
          .where('id', '=', among(folder_ids))
          .where('parent_id', 'in', goneFolders)
          .execute()
        await audit(tx, actorOf(context), {
          action: 'content.restored',
          organization: organization.slug,
          project: project.ref,
          details: { ids, folder_ids },
        })
        const rows = await seen(tx, context).where('content.id', '=', among(ids)).execute()
        return { data: rows.map(summaryOnWire), folders: broughtFolders.map(folderOnWire) }
      })
    } catch (error) {
      throw violatedUnique(error) === 'content_folders_name' ? conflict(FOLDER_NAME_TAKEN) : error
    }
  }),
}
