import type { IncomingMessage } from 'node:http'

/**
 * Reads a body as long as it is not too large, whatever its headers claim.
 * @returns null for no body, `too-large` when there is more of it
 */
export function readBody(
  message: IncomingMessage,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null | 'too-large'> {
  const { headers, method } = message
  if (method === 'GET' || method === 'HEAD') return Promise.resolve(null)
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
    return Promise.resolve(null)
  if (Number(headers['content-length'] ?? 0) > most) return Promise.resolve('too-large')
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const read = (part: Buffer): void => {
      size += part.byteLength
      if (size <= most) parts.push(part)
      else {
        message.off('data', read)
        message.pause()
        resolve('too-large')
      }
    }
    message.on('data', read)
    message.once('end', () => resolve(joined(parts, size)))
    message.once('error', reject)
    message.once('close', () => reject(new Error('The client went away')))
  })
}

function joined(parts: readonly Buffer[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
