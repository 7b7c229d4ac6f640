import { projectPermissions, TRANSACTION_LEFT_OPEN } from '@stoa/contract'
import pg from 'pg'
import type { Context } from '../../../core/context.ts'
import { badRequest } from '../../../core/errors.ts'
import { demand } from '../../../core/guard.ts'
import { NOTHING } from '../../../core/sql/own.ts'
import { cancelBackend, sessionFor } from '../../../core/sql/session.ts'

/** Dates, times, intervals and byte strings, which would lose their time zone, their infinity or their form as objects. */
const AS_TEXT = new Set<number>([17, 1082, 1083, 1114, 1184, 1186, 1266])
const ARRAYS_AS_TEXT = new Set<number>([1001, 1115, 1182, 1183, 1185, 1187, 1270])
const TEXT_ARRAY: number = 1009
const INT8 = 20
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (AS_TEXT.has(oid)) return (value: string) => value
    if (ARRAYS_AS_TEXT.has(oid)) return pg.types.getTypeParser(TEXT_ARRAY, format)
    if (oid === INT8) return (value: string) => (Number.isSafeInteger(Number(value)) ? Number(value) : value)
    return pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

/** Runs SQL to its end and gives the rows of the last statement, as objects. */
export async function runToEnd(
  context: Context,
  input: { query: string; read_only: boolean },
): Promise<{ rows: Record<string, unknown>[] }> {
  const { platform, scope, request } = context
  if (!input.read_only) demand(context, projectPermissions.writeSql)
  const { client } = await sessionFor(platform, scope.project, input.read_only ? 'reader' : 'owner')
  const stop = () => void cancelBackend(platform, scope.project, client).catch(() => {})
  request.signal.addEventListener('abort', stop, { once: true })
  try {
    // After the first statement of a transaction its mode cannot be changed back any more.
    if (input.read_only) await client.query(`begin read only; ${NOTHING}`)
    const text = input.read_only
      ? ({ text: input.query, values: [], queryMode: 'extended', types } as pg.QueryConfig)
      : { text: input.query, types }
    const answer = (await client.query(text)) as pg.QueryResult | pg.QueryResult[]
    // The session ends with the call, and what is open with it: nobody may take that for kept.
    if (!input.read_only && client.getTransactionStatus() === 'T')
      throw badRequest(`Failed to run sql query: ${TRANSACTION_LEFT_OPEN}`)
    return { rows: (Array.isArray(answer) ? answer.at(-1) : answer)?.rows ?? [] }
  } finally {
    request.signal.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}
