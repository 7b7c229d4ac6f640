import { contentPermissions, FOLDER_NOT_FOUND, SHARED_IN_FOLDER } from '@stoa/contract'
import type { StoreLike } from '../../store/store.ts'
import { audit } from '../audit.ts'
import { actorOf, type Context } from '../context.ts'
import { badRequest, conflict } from '../errors.ts'
import { demand } from '../guard.ts'
import type { Kind } from './kind.ts'
import { thinOut } from './revisions.ts'
import { folderRow, lastSaved, lockedRow } from './rows.ts'

/** What a save may change; what is left out stays as it is. */
type Changes<Said> = {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly visibility?: 'user' | 'project' | undefined
  readonly folder_id?: string | null | undefined
  readonly favorite?: boolean | undefined
  readonly content?: Said | undefined
  /** The version that `content` was made from. */
  readonly version?: number | undefined
}

/** Every how many versions the old ones are looked through. */
const THIN_EVERY = 10

const noteRevision = (tx: StoreLike, context: Context, id: string, version: number, content: string) =>
  tx
    .insertInto('content_revisions')
    .values({
      content_id: id,
      version,
      content,
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
 * Makes a query or a report with an id that its maker chose.
 * @returns false when there is something of this id already
 */
async function create<Said>(
  tx: StoreLike,
  context: Context,
  kind: Kind<Said>,
  id: string,
  changes: Changes<Said>,
): Promise<boolean> {
  const { caller, project, organization } = context.scope
  const owner = caller.account.id
  const visibility = changes.visibility ?? 'user'
  await checkPlace(tx, context, { owner, visibility, folder: changes.folder_id ?? null })
  const content = JSON.stringify(kind.store(changes.content ?? kind.empty))
  const made = await tx
    .insertInto('content')
    .values({
      id,
      project_id: project.id,
      owner_id: owner,
      type: kind.type,
      name: changes.name ?? kind.newName,
      description: changes.description ?? '',
      visibility,
      shared_version: visibility === 'project' ? 1 : null,
      folder_id: changes.folder_id ?? null,
      content,
      updated_by: owner,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await noteRevision(tx, context, id, 1, content)
  if (changes.favorite) await setFavorite(tx, context, id, true)
  await audit(tx, actorOf(context), {
    action: 'content.created',
    organization: organization.slug,
    project: project.ref,
    details: { id, type: kind.type, visibility },
  })
  return true
}

/**
 * Changes what is given. What it says is noted among the revisions, with who saved it and when; other changes are
 * noted in the audit log. What is said again changes nothing.
 * @returns whether there was such a thing
 * @throws ORPCError 409 with the present version and content when what is given was made from another version
 */
export async function change<Said>(
  tx: StoreLike,
  context: Context,
  kind: Kind<Said>,
  id: string,
  changes: Changes<Said>,
): Promise<boolean> {
  const row = await lockedRow(tx, context, kind.type, id)
  if (!row) return false
  const { caller, project, organization } = context.scope
  if (changes.favorite !== undefined) await setFavorite(tx, context, id, changes.favorite)

  const present = kind.read(row.content)
  const said = changes.content !== undefined && !kind.same(changes.content, present) ? changes.content : undefined
  const named = (['name', 'description', 'visibility', 'folder_id'] as const).filter(
    (key) => changes[key] !== undefined && changes[key] !== row[key],
  )
  if (said === undefined && named.length === 0) return true
  demand(context, contentPermissions.update, row.owner_id)
  if (said !== undefined) {
    if (changes.version === undefined) throw badRequest(kind.baseRequired)
    if (changes.version !== row.version)
      throw conflict(kind.changed, { ...(await lastSaved(tx, row)), ...kind.conflicting(present) })
  }
  const visibility = changes.visibility ?? row.visibility
  const folder = changes.folder_id === undefined ? row.folder_id : changes.folder_id
  if (named.includes('visibility') || named.includes('folder_id'))
    await checkPlace(tx, context, { owner: row.owner_id, visibility, folder })
  const version = said === undefined ? row.version : row.version + 1
  const content = said === undefined ? undefined : JSON.stringify(kind.store(said))
  await tx
    .updateTable('content')
    .set({
      name: changes.name ?? row.name,
      description: changes.description ?? row.description,
      visibility,
      folder_id: folder,
      version,
      // What it said before it was shared stays its owner's.
      ...(named.includes('visibility') && { shared_version: visibility === 'project' ? version : null }),
      updated_at: new Date(),
      updated_by: caller.account.id,
      ...(content !== undefined && { content }),
    })
    .where('id', '=', id)
    .execute()
  if (content !== undefined) {
    await noteRevision(tx, context, id, version, content)
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

/**
 * Saves something: changes it where it is there, makes it where it is not.
 * @returns false when it was deleted, or is somebody else's
 */
export async function save<Said>(
  tx: StoreLike,
  context: Context,
  kind: Kind<Said>,
  id: string,
  changes: Changes<Said>,
): Promise<boolean> {
  return (
    (await change(tx, context, kind, id, changes)) ||
    (await create(tx, context, kind, id, changes)) ||
    // The same save, sent twice, has just made it; what was deleted, or is somebody else's, is still not there.
    (await change(tx, context, kind, id, changes))
  )
}
