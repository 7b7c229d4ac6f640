import { api } from '../../../core/context.ts'

/** A text as a pattern that finds it anywhere, whatever characters it has. */
const anywhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const logs = {
  requests: api.project.logs.requests.handler(async ({ input, context }) => {
    const { platform, scope } = context
    // What waits to be written is there for whoever looks right after a request.
    await platform.requestLog.flush()
    let query = platform.store
      .selectFrom('project_requests')
      .select(['id', 'request_id', 'at', 'method', 'path', 'status', 'ms', 'role', 'bytes'])
      .where('project_id', '=', scope.project.id)
      .where('status', '>=', input.status_from)
      .where('status', '<=', input.status_to)
    if (input.method) query = query.where('method', '=', input.method)
    if (input.search !== '') query = query.where('path', 'ilike', anywhere(input.search))
    if (input.role) query = query.where('role', '=', input.role)
    if (input.since) query = query.where('at', '>=', new Date(input.since))
    if (input.until) query = query.where('at', '<=', new Date(input.until))
    if (input.before) query = query.where('id', '<', input.before)
    const rows = await query
      .orderBy('id', 'desc')
      .limit(input.limit + 1)
      .execute()
    return {
      entries: rows.slice(0, input.limit).map((row) => ({
        ...row,
        id: Number(row.id),
        at: row.at.toISOString(),
        bytes: row.bytes === null ? null : Number(row.bytes),
      })),
      more: rows.length > input.limit,
    }
  }),
}
