import type { Socket } from 'node:net'

/** The most that the address and the headers of a request may take together, in bytes. Lists of a filter stand there. */
export const HEAD_MAX = 64 * 1024

export const HEAD_TOO_LARGE =
  'The address and the headers of the request are larger than 64 KB. Send long lists in a body, to a function'
const NOT_HTTP = 'This is no request that can be read'
const TOO_SLOW = 'The request did not arrive in time'

const REFUSALS: Readonly<Record<string, readonly [status: string, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'HEADERS_TOO_LARGE', HEAD_TOO_LARGE],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'REQUEST_TIMEOUT', TOO_SLOW],
}

/** Answers bytes that never became a request: Node hands over the connection, and what was wrong. */
export function refuseUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code, message] = REFUSALS[error.code ?? ''] ?? ['400 Bad Request', 'BAD_REQUEST', NOT_HTTP]
  const body = JSON.stringify({ code, message })
  const headers = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    // Nothing is told of anybody: pages of any origin may read why their request failed.
    'access-control-allow-origin: *',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n${body}`)
}
