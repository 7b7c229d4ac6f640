import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DOWNLOAD_LINK_SECONDS } from '@stoa/contract'
import type { Platform } from './platform.ts'

// A link to a file carries a sealed token: nobody can read from it where the file lies, make one for another file, or
// use one of them after its time. It opens that file and nothing else.

const PLACE = 'download'

type Ticket = { readonly path: string; readonly name: string; readonly until: number }

/**
 * A link that lets its holder download one file for a while.
 * @param path where the file is
 * @param name what it is called on the other side
 */
export async function downloadLink(platform: Platform, path: string, name: string): Promise<string> {
  const ticket: Ticket = { path, name, until: Date.now() + DOWNLOAD_LINK_SECONDS * 1000 }
  const token = await platform.sealer.seal(PLACE, JSON.stringify(ticket))
  // In the query and not in the path: the log of requests keeps paths.
  return `${platform.config.publicUrl}/api/platform/downloads?token=${encodeURIComponent(token)}`
}

/** Reads a link's token; null when it is not ours or its time is over. */
export async function openTicket(platform: Platform, token: string): Promise<Ticket | null> {
  try {
    const ticket = JSON.parse(await platform.sealer.open(PLACE, token)) as Ticket
    return ticket.until >= Date.now() ? ticket : null
  } catch {
    return null
  }
}

/**
 * Answers a file, whole or in the one range that is asked for, so that an interrupted download can be resumed.
 * @returns null when the file is no longer there
 */
export async function fileAnswer(ticket: Ticket, headers: Headers): Promise<Response | null> {
  const info = await stat(ticket.path).catch(() => null)
  if (!info?.isFile()) return null
  const { size } = info
  const common = {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': `attachment; filename="${ticket.name.replace(/[^\w.-]/g, '_')}"`,
    'content-type': 'application/gzip',
    etag: `"${size.toString(16)}-${Math.round(info.mtimeMs).toString(16)}"`,
  }
  const wanted = headers.get('if-range') && headers.get('if-range') !== common.etag ? null : headers.get('range')
  const range = wanted === null ? 'whole' : rangeOf(wanted, size)
  if (range === 'outside')
    return new Response(null, { status: 416, headers: { ...common, 'content-range': `bytes */${size}` } })
  const [start, end] = range === 'whole' ? [0, size - 1] : range
  const body = size === 0 ? null : Readable.toWeb(createReadStream(ticket.path, { start, end }))
  return new Response(body as ReadableStream | null, {
    status: range === 'whole' ? 200 : 206,
    headers: {
      ...common,
      'content-length': String(size === 0 ? 0 : end - start + 1),
      ...(range === 'whole' ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
    },
  })
}

/** First and last byte of a range header. What is not a single range of bytes is answered with the whole file. */
function rangeOf(header: string, size: number): [number, number] | 'whole' | 'outside' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (from === '' && to === '') return 'whole'
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'outside' : [start, end]
}
