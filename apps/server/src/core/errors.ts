import { ORPCError } from '@orpc/server'
import { notAccepted, PROJECT_BUSY } from '@stoa/contract'
import { StatusConflict } from './project-status.ts'

/**
 * What cannot be done as it was asked: 400.
 * @param data what the page needs besides the sentence
 */
export const badRequest = (message: string, data?: Readonly<Record<string, unknown>>) =>
  new ORPCError('BAD_REQUEST', { message, ...(data && { data }) })
/** What the caller may not do: 403. */
export const forbidden = (message: string) => new ORPCError('FORBIDDEN', { message })
/** What was asked too often: 429. */
export const tooMany = () =>
  new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many requests. Wait a moment, then try again' })
/** What is not there, or not for the caller to know of: 404. */
export const notFound = (message: string) => new ORPCError('NOT_FOUND', { message })
/**
 * What cannot be done as things stand: 409.
 * @param data what the page needs besides the sentence
 */
export const conflict = (message: string, data?: Readonly<Record<string, unknown>>) =>
  new ORPCError('CONFLICT', { message, ...(data && { data }) })

/**
 * Turns a refused status change into the answer that the caller gets.
 * @param doing what was asked, as in "A project that is INACTIVE cannot be paused"
 */
export function statusRefusal(error: unknown, doing: string): unknown {
  if (!(error instanceof StatusConflict)) return error
  if (error.reason === 'gone' || error.project === null) return notFound('Project not found')
  return conflict(error.reason === 'busy' ? PROJECT_BUSY : notAccepted(doing, error.project.status))
}
