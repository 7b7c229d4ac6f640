import type { ContentSummary } from '@stoa/contract'
import { type Selectable, sql } from 'kysely'
import type { StoreLike } from '../../store/store.ts'
import type { Tables } from '../../store/tables.ts'
import type { Context } from '../context.ts'

// What people write in a project, whatever kind it is of: queries and reports.

export type ContentRow = Selectable<Tables['content']>
export type FolderRow = Selectable<Tables['content_folders']>

/** What of a project's content the caller may see: their own and what is shared, nothing that was deleted. */
export function seen(tx: StoreLike, { scope }: Pick<Context, 'scope'>) {
  const { account } = scope.caller
  return tx
    .selectFrom('content')
    .innerJoin('users as owner', 'owner.id', 'content.owner_id')
    .where('content.project_id', '=', scope.project.id)
    .where('content.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('content.owner_id', '=', account.id), eb('content.visibility', '=', 'project')]))
    .select([
      'content.id',
      'content.type',
      'content.name',
      'content.description',
      'content.owner_id',
      'owner.name as owner_name',
      'owner.email as owner_email',
      'content.project_id',
      'content.folder_id',
      'content.visibility',
      'content.version',
      'content.created_at',
      'content.updated_at',
    ])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('content_favorites')
            .select(sql.lit(1).as('one'))
            .whereRef('content_favorites.content_id', '=', 'content.id')
            .where('content_favorites.user_id', '=', account.id),
        )
        .as('favorite'),
    )
}

type SeenRow = Awaited<ReturnType<ReturnType<typeof seen>['executeTakeFirstOrThrow']>>

/** A query or a report in the shape that crosses the wire, without what it says. */
export const summaryOnWire = (row: SeenRow): ContentSummary => ({
  id: row.id,
  type: row.type,
  name: row.name,
  description: row.description,
  owner_id: row.owner_id,
  owner: { id: row.owner_id, username: row.owner_name || row.owner_email },
  project_id: row.project_id,
  folder_id: row.folder_id,
  favorite: Boolean(row.favorite),
  visibility: row.visibility,
  version: row.version,
  inserted_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** Something of a kind that the caller may see, locked until the transaction ends; undefined when there is none. */
export async function lockedRow(
  tx: StoreLike,
  { scope }: Context,
  type: ContentRow['type'],
  id: string,
): Promise<ContentRow | undefined> {
  const row = await tx
    .selectFrom('content')
    .selectAll()
    .where('id', '=', id)
    .where('type', '=', type)
    .where('project_id', '=', scope.project.id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const visible = row && (row.owner_id === scope.caller.account.id || row.visibility === 'project')
  return visible ? row : undefined
}

/** Who saved the version of something that stands now, and when. */
export async function lastSaved(
  tx: StoreLike,
  row: ContentRow,
): Promise<{ version: number; updated_at: string; updated_by: string | null }> {
  const revision = await tx
    .selectFrom('content_revisions')
    .leftJoin('users', 'users.id', 'content_revisions.saved_by')
    .select(['users.name', 'users.email', 'content_revisions.saved_at'])
    .where('content_id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  return {
    version: row.version,
    updated_at: (revision?.saved_at ?? row.updated_at).toISOString(),
    updated_by: revision?.name || revision?.email || null,
  }
}

/** A folder of an account's in the project; undefined when there is none. */
export const folderRow = (tx: StoreLike, projectId: number, ownerId: string, id: string) =>
  tx
    .selectFrom('content_folders')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
