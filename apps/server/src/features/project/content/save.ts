import {
  CONTENT_BASE_REQUIRED,
  CONTENT_CHANGED,
  contentPermissions,
  FOLDER_NOT_FOUND,
  NEW_QUERY,
  SHARED_IN_FOLDER,
} from '@stoa/contract'
import { audit } from '../../../core/audit.ts'
import { actorOf, type Context } from '../../../core/context.ts'
import { badRequest, conflict } from '../../../core/errors.ts'
import { demand } from '../../../core/guard.ts'
import type { StoreLike } from '../../../store/store.ts'
import { thinOut } from './revisions.ts'
import { conflictOf, contentOf, folderRow, lockedRow, sqlOf } from './rows.ts'

/** What a save may change; what is left out stays as it is. */
export type Changes = {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly visibility?: 'user' | 'project' | undefined
  readonly folder_id?: string | null | undefined
  readonly favorite?: boolean | undefined
  readonly content?: { readonly sql: string } | undefined
  /** The version that `content` was made from. */
  readonly version?: number | undefined
}

/** Every how many versions the old ones are looked through. */
const THIN_EVERY = 10

const noteRevision = (tx: StoreLike, context: Context, id: string, version: number, text: string) =>
  tx
    .insertInto('content_revisions')
    .values({
      content_id: id,
      version,
      content: contentOf(text),
      saved_by: context.scope.caller.account.id,
      saved_at: new Date(),
    })
    .execute()

async function setFavorite(tx: StoreLike, context: Context, id: string, favorite: boolean): Promise<void> {
  const mark = { content_id: id, user_id: context.scope.caller.account.id }
  if (favorite)
    await tx
      .insertInto('content_favorites')
      .values(mark)
      .onConflict((on) => on.doNothing())
      .execute()
  else
    await tx
      .deleteFrom('content_favorites')
      .where('content_id', '=', mark.content_id)
      .where('user_id', '=', mark.user_id)
      .execute()
}

/** @throws ORPCError 400 when something of this visibility cannot lie in this folder, or there is none */
async function checkPlace(
  tx: StoreLike,
  context: Context,
  place: { owner: string; visibility: 'user' | 'project'; folder: string | null },
): Promise<void> {
  if (place.folder === null) return
  if (place.visibility === 'project') throw badRequest(SHARED_IN_FOLDER)
  const folder = await folderRow(tx, context.scope.project.id, place.owner, place.folder)
  if (!folder) throw badRequest(FOLDER_NOT_FOUND)
}

/**
 * Makes a query with an id that its maker chose.
 * @returns false when there is something of this id already
 */
export async function create(tx: StoreLike, context: Context, id: string, changes: Changes): Promise<boolean> {
  const { caller, project, organization } = context.scope
  const owner = caller.account.id
  const visibility = changes.visibility ?? 'user'
  await checkPlace(tx, context, { owner, visibility, folder: changes.folder_id ?? null })
  const text = changes.content?.sql ?? ''
  const made = await tx
    .insertInto('content')
    .values({
      id,
      project_id: project.id,
      owner_id: owner,
      type: 'sql',
      name: changes.name ?? NEW_QUERY,
      description: changes.description ?? '',
      visibility,
      folder_id: changes.folder_id ?? null,
      content: contentOf(text),
      updated_by: owner,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await noteRevision(tx, context, id, 1, text)
  if (changes.favorite) await setFavorite(tx, context, id, true)
  await audit(tx, actorOf(context), {
    action: 'content.created',
    organization: organization.slug,
    project: project.ref,
    details: { id, type: 'sql', visibility },
  })
  return true
}

/**
 * Changes what is given. A text is noted among the revisions, with who saved it and when; other changes are noted in
 * the audit log. What is said again changes nothing.
 * @returns whether there was such a thing
 * @throws ORPCError 409 with the present version and text when the text was made from another version
 */
export async function change(tx: StoreLike, context: Context, id: string, changes: Changes): Promise<boolean> {
  const row = await lockedRow(tx, context, id)
  if (!row) return false
  const { caller, project, organization } = context.scope
  if (changes.favorite !== undefined) await setFavorite(tx, context, id, changes.favorite)

  const text = changes.content?.sql
  const newText = text !== undefined && text !== sqlOf(row.content) ? text : undefined
  const named = (['name', 'description', 'visibility', 'folder_id'] as const).filter(
    (key) => changes[key] !== undefined && changes[key] !== row[key],
  )
  if (newText === undefined && named.length === 0) return true
  demand(context, contentPermissions.update, row.owner_id)
  if (newText !== undefined) {
    if (changes.version === undefined) throw badRequest(CONTENT_BASE_REQUIRED)
    if (changes.version !== row.version) throw conflict(CONTENT_CHANGED, await conflictOf(tx, row))
  }
  const visibility = changes.visibility ?? row.visibility
  const folder = changes.folder_id === undefined ? row.folder_id : changes.folder_id
  if (named.includes('visibility') || named.includes('folder_id'))
    await checkPlace(tx, context, { owner: row.owner_id, visibility, folder })
  const version = newText === undefined ? row.version : row.version + 1
  await tx
    .updateTable('content')
    .set({
      name: changes.name ?? row.name,
      description: changes.description ?? row.description,
      visibility,
      folder_id: folder,
      version,
      updated_at: new Date(),
      updated_by: caller.account.id,
      ...(newText !== undefined && { content: contentOf(newText) }),
    })
    .where('id', '=', id)
    .execute()
  if (newText !== undefined) {
    await noteRevision(tx, context, id, version, newText)
    if (version % THIN_EVERY === 0) await thinOut(tx, id)
  }
  if (named.length > 0)
    await audit(tx, actorOf(context), {
      action: 'content.updated',
      organization: organization.slug,
      project: project.ref,
      details: { id, changed: named, visibility },
    })
  return true
}
