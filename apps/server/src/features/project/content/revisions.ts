import { CONTENT_NOT_FOUND, REVISION_NOT_FOUND, type Revision } from '@stoa/contract'
import { sql } from 'kysely'
import { api, type Context } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import type { StoreLike } from '../../../store/store.ts'
import { seen, sqlOf } from './rows.ts'

/** For how long every text is kept, in minutes; of what is older, the last of each piece of time. */
const KEEP_ALL_MINUTES = 60
const THEN_ONE_IN_MINUTES = 10
/** Most earlier texts of one query, and most bytes of them. */
const KEEP_COUNT = 200
const KEEP_BYTES = 20_000_000

/** Removes earlier texts of a query that are old and close to others, or too many. */
export async function thinOut(tx: StoreLike, id: string): Promise<void> {
  await sql`
    delete from content_revisions where (content_id, version) in (
      select content_id, version from (
        select content_id, version,
          row_number() over newest as place,
          sum(pg_column_size(content)) over newest as bytes,
          saved_at < now() - make_interval(mins => ${KEEP_ALL_MINUTES}) and version < max(version) over (
            partition by floor(extract(epoch from saved_at) / 60 / ${THEN_ONE_IN_MINUTES})
          ) as crowded
        from content_revisions where content_id = ${id}
        window newest as (order by version desc)
      ) kept
      where place > 1 and (crowded or place > ${KEEP_COUNT} or bytes > ${KEEP_BYTES})
    )`.execute(tx)
}

async function revisionsOf({ platform, scope }: Context, id: string) {
  // Whoever sees a query sees what it said before.
  const found = await seen(platform.store, { scope }).where('content.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(CONTENT_NOT_FOUND)
  return platform.store
    .selectFrom('content_revisions')
    .leftJoin('users', 'users.id', 'content_revisions.saved_by')
    .where('content_id', '=', id)
    .select(['version', 'saved_at', 'users.name', 'users.email'])
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
    const text = sqlOf(row.content)
    return { ...onWire(row, text.length), sql: text }
  }),
}
