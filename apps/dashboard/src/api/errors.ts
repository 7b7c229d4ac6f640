import { ORPCError } from '@orpc/client'

/** What is said when no answer came at all. */
export const UNREACHABLE = 'The server does not answer. Check that Stoa is running and that you are connected'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The HTTP status of a refused call, or null when there was no answer. */
export const errorStatus = (error: unknown): number | null => (error instanceof ORPCError ? error.status : null)

/**
 * The sentence to show for an error: the server's own message where there is one.
 * @param error whatever a call threw
 */
export function errorMessage(error: unknown): string {
  if (error instanceof ORPCError) {
    // An answer in another shape, such as a proxy's, arrives whole in `data.body`.
    const body = isRecord(error.data) ? error.data.body : undefined
    if (isRecord(body) && typeof body.message === 'string') return body.message
    return error.message
  }
  // `fetch` reports every kind of lost connection as a TypeError.
  if (error instanceof TypeError) return UNREACHABLE
  return error instanceof Error ? error.message : String(error)
}

/** What a refused call tells besides its sentence; null when it tells nothing. */
export const errorData = (error: unknown): Record<string, unknown> | null =>
  error instanceof ORPCError && isRecord(error.data) ? error.data : null

/**
 * The messages of a refused input by the name of the field, for the forms that show them in place.
 * @returns an empty object when the error is not about the input
 */
export function fieldMessages(error: unknown): Record<string, string> {
  if (!(error instanceof ORPCError) || !isRecord(error.data) || !Array.isArray(error.data.issues)) return {}
  const messages: Record<string, string> = {}
  for (const issue of error.data.issues as unknown[]) {
    if (!isRecord(issue) || typeof issue.message !== 'string' || !Array.isArray(issue.path)) continue
    const field = issue.path.map((part: unknown) => String(isRecord(part) ? part.key : part)).join('.')
    if (field !== '' && !(field in messages)) messages[field] = issue.message
  }
  return messages
}

/** Whether trying again may help: no answer, or the server's own failure. Never for what it refused. */
export function isTransient(error: unknown): boolean {
  const status = errorStatus(error)
  return status === null ? error instanceof TypeError : status >= 500
}
