import { CONTENT_NOT_FOUND, REVISION_NOT_FOUND, type Revision } from '@stoa/contract'
import { sql } from 'kysely'
import { queryKind } from '../../../core/content/kind.ts'
import { seen } from '../../../core/content/rows.ts'
import { api, type Context } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'

async function revisionsOf({ platform, scope }: Context, id: string) {
  const found = await seen(platform.store, { scope })
    .select('content.shared_version')
    .where('content.id', '=', id)
    .where('content.type', '=', queryKind.type)
    .executeTakeFirst()
  if (!found) throw notFound(CONTENT_NOT_FOUND)
  return (
    platform.store
      .selectFrom('content_revisions')
      .leftJoin('users', 'users.id', 'content_revisions.saved_by')
      .where('content_id', '=', id)
      // Whoever sees a shared query sees what it said since it was shared; what was before is its owner's alone.
      .$if(found.owner_id !== scope.caller.account.id, (query) =>
        query.where('version', '>=', found.shared_version ?? found.version),
      )
      .select(['version', 'saved_at', 'users.name', 'users.email'])
  )
}

type Row = { version: number; saved_at: Date; name: string | null; email: string | null }

const onWire = (row: Row, length: number): Revision => ({
  version: row.version,
  saved_at: row.saved_at.toISOString(),
  saved_by: row.name || row.email,
  length,
})

export const revisions = {
  revisions: api.project.content.revisions.handler(async ({ input, context }) => {
    const rows = await (await revisionsOf(context, input.params.id))
      .select(sql<number>`length(content_revisions.content->>'sql')`.as('length'))
      .orderBy('version', 'desc')
      .execute()
    return rows.map((row) => onWire(row, row.length))
  }),

  revision: api.project.content.revision.handler(async ({ input, context }) => {
    const row = await (await revisionsOf(context, input.params.id))
      .select('content_revisions.content')
      .where('version', '=', input.params.version)
      .executeTakeFirst()
    if (!row) throw notFound(REVISION_NOT_FOUND)
    const { sql: text } = queryKind.read(row.content)
    return { ...onWire(row, text.length), sql: text }
  }),
}
