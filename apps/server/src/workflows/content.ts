import { CONTENT_UNDO_DAYS } from '@stoa/contract'
import { sql } from 'kysely'
import type { Platform } from '../core/platform.ts'

/** Removes for good what people deleted so long ago that it can no longer be brought back. */
export async function pruneContent({ store }: Platform): Promise<void> {
  const before = sql<Date>`now() - make_interval(days => ${CONTENT_UNDO_DAYS})`
  await store.deleteFrom('content').where('deleted_at', '<', before).execute()
  await store.deleteFrom('content_folders').where('deleted_at', '<', before).execute()
}
