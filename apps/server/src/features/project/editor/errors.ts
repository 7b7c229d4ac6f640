import { ORPCError } from '@orpc/server'
import { columnGone, NOT_RUNNING, notChangeable, notReadable, TABLE_CHANGED, TOO_SLOW } from '@stoa/contract'
import pg from 'pg'
import { badRequest, conflict, forbidden } from '../../../core/errors.ts'

const PERMISSION_DENIED = '42501'
const UNDEFINED_COLUMN = '42703'
const UNDEFINED_TABLE = '42P01'
const CANCELED = '57014'

/**
 * Turns what Postgres said about a statement into the answer that the caller gets: its own words, where they say more
 * than ours could.
 * @param role the role that asked
 * @param doing what it was about to do
 */
export function answerFor(error: unknown, role: string, doing: 'read' | 'change' = 'read'): unknown {
  if (error instanceof ORPCError) return error
  if (!(error instanceof pg.DatabaseError)) return conflict(NOT_RUNNING)
  switch (error.code) {
    case PERMISSION_DENIED:
      return forbidden(`${doing === 'read' ? notReadable(role) : notChangeable(role)}: ${error.message}`)
    case UNDEFINED_COLUMN:
    case UNDEFINED_TABLE:
      return conflict(TABLE_CHANGED)
    case CANCELED:
      return conflict(TOO_SLOW)
    default:
      // The server went away in the middle.
      if (error.code?.startsWith('57P')) return conflict(NOT_RUNNING)
      return badRequest(error.message)
  }
}

/** Refuses what names a column that the table does not have. */
export const noColumn = (column: string) => badRequest(columnGone(column))
