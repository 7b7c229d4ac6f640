import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { ORPCError } from '@orpc/server'
import { IMPORT_CUT_OFF } from '@stoa/contract'
import type { Context } from 'hono'
import { badRequest } from '../core/errors.ts'

/** How bodies are told that are bytes: those are read by the handler that wants them, when it does. */
export const BYTES = 'application/octet-stream'

/** How long a body says that it is, in bytes; null when it does not say, or has none. */
export function bodyLength({ req }: Context): number | null {
  const length = req.header('content-length')
  return length === undefined || req.header('transfer-encoding') !== undefined ? null : Number(length)
}

/**
 * Reads a body of bytes: one that tells its length straight from the connection into the room that it is given, as
 * what else could lie between costs as much again in time and memory.
 * @param room gives the room for so many bytes
 * @throws ORPCError 413 when it has more than `most`, 400 when it breaks off
 */
export async function bodyBytes(c: Context, most: number, room: (length: number) => Buffer): Promise<void> {
  const length = bodyLength(c)
  const read = length === null ? Buffer.from(await c.req.raw.arrayBuffer()) : null
  const size = length ?? read?.length ?? 0
  if (size > most)
    throw new ORPCError('PAYLOAD_TOO_LARGE', { message: `The body is larger than ${most / 1024 / 1024} MB` })
  const bytes = room(size)
  if (read === null) await readInto(bytes, (c.env as HttpBindings).incoming)
  else read.copy(bytes)
}

async function readInto(bytes: Buffer, incoming: IncomingMessage): Promise<void> {
  let at = 0
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) at += chunk.copy(bytes, at)
  } catch {
    throw badRequest(IMPORT_CUT_OFF)
  }
  if (at < bytes.length) throw badRequest(IMPORT_CUT_OFF)
}
