import { CONTENT_NOT_FOUND, type Folder, type Snippet } from '@stoa/contract'
import { queryKind } from '../../../core/content/kind.ts'
import { type FolderRow, seen, summaryOnWire } from '../../../core/content/rows.ts'
import type { Context } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import type { StoreLike } from '../../../store/store.ts'

/** One query with its text. @throws ORPCError 404 */
export async function snippetOf(tx: StoreLike, context: Context, id: string): Promise<Snippet> {
  const row = await seen(tx, context)
    .select('content.content')
    .where('content.id', '=', id)
    .where('content.type', '=', queryKind.type)
    .executeTakeFirst()
  if (!row) throw notFound(CONTENT_NOT_FOUND)
  const summary = summaryOnWire(row)
  const version = row.content.schema_version
  return {
    ...summary,
    content: {
      schema_version: typeof version === 'string' ? version : '1.0',
      content_id: row.id,
      ...queryKind.read(row.content),
      favorite: summary.favorite,
    },
  }
}

/** A folder in the shape that crosses the wire. */
export const folderOnWire = (row: FolderRow): Folder => ({
  id: row.id,
  name: row.name,
  owner_id: row.owner_id,
  project_id: row.project_id,
  parent_id: row.parent_id,
})
