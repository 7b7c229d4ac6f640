import { sql } from 'kysely'
import type { StoreLike } from '../../store/store.ts'

/** For how long everything that was said is kept, in minutes; of what is older, the last of each piece of time. */
const KEEP_ALL_MINUTES = 60
const THEN_ONE_IN_MINUTES = 10
/** Most earlier versions of one thing, and most bytes of them. */
const KEEP_COUNT = 200
const KEEP_BYTES = 20_000_000

/** Removes earlier versions of something that are old and close to others, or too many. */
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
