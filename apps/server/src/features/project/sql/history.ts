import { type HistoryEntry, projectPermissions } from '@stoa/contract'
import { actorOf, api } from '../../../core/context.ts'
import { demand } from '../../../core/guard.ts'

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

export const sqlHistory = {
  history: api.project.sql.history.handler(async ({ input, context }) => {
    const { store } = context.platform
    if (input.members === 'all') demand(context, projectPermissions.readHistory)
    const { id: me } = actorOf(context)
    const after = input.after
      ? await store.selectFrom('sql_history').select('seq').where('id', '=', input.after).executeTakeFirst()
      : undefined
    const rows = await store
      .selectFrom('sql_history')
      .selectAll()
      .where('project_id', '=', context.scope.project.id)
      .$if(input.members === 'own', (query) => query.where('user_id', '=', me))
      .$if(input.status !== undefined, (query) => query.where('status', '=', input.status ?? 'done'))
      .$if(input.search !== '', (query) => query.where('sql', 'ilike', `%${escaped(input.search)}%`))
      .$if(after !== undefined, (query) => query.where('seq', '<', after?.seq ?? 0))
      .orderBy('seq', 'desc')
      // One more tells whether there are more.
      .limit(input.limit + 1)
      .execute()
    const entries = rows.slice(0, input.limit).map(
      (row): HistoryEntry => ({
        id: row.id,
        user: { id: row.user_id, name: row.user_name },
        document_id: row.document_id,
        sql: row.sql,
        kept: row.kept,
        role: row.role,
        read_only: row.read_only,
        in_transaction: row.in_transaction,
        started_at: row.started_at.toISOString(),
        ms: row.ms,
        row_count: row.row_count,
        status: row.status,
        error: row.error,
      }),
    )
    return { entries, more: rows.length > input.limit }
  }),
}
