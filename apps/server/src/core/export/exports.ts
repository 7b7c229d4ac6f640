import { randomUUID } from 'node:crypto'
import { EXPORT_GONE, EXPORT_WAITS_SECONDS, EXPORTS_AT_ONCE, type ExportFormat, TOO_MANY_EXPORTS } from '@stoa/contract'
import { conflict, notFound } from '../errors.ts'
import type { CopyFile } from './copy-out.ts'

/** A file that is being written while it is downloaded. */
export type Export = {
  readonly project: string
  readonly account: string
  readonly name: string
  readonly format: ExportFormat
  readonly file: CopyFile
}

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  sql: 'application/sql; charset=utf-8',
}

// Exports that have begun and wait for whoever downloads them. They hold a session in the project's server, so they
// wait a short time, and a project has few of them.
const waiting = new Map<string, { readonly made: Export; readonly timer: NodeJS.Timeout }>()
const underWay = new Map<string, number>()

/**
 * Takes a place among the exports of a project.
 * @returns what gives the place back; calling it again does nothing
 * @throws ORPCError 409 when all places are taken
 */
export function takePlace(project: string): () => void {
  const taken = underWay.get(project) ?? 0
  if (taken >= EXPORTS_AT_ONCE) throw conflict(TOO_MANY_EXPORTS)
  underWay.set(project, taken + 1)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    const left = (underWay.get(project) ?? 1) - 1
    if (left > 0) underWay.set(project, left)
    else underWay.delete(project)
  }
}

/** Lets an export wait for its download, and gives the id to ask for it by. */
export function keepExport(made: Export): string {
  const id = randomUUID()
  const timer = setTimeout(() => {
    waiting.delete(id)
    made.file.leave()
  }, EXPORT_WAITS_SECONDS * 1000)
  timer.unref()
  waiting.set(id, { made, timer })
  return id
}

/**
 * Answers with an export, once, to the person who began it.
 * @param signal aborted when that person goes away
 * @param breakOff ends their connection, should the statement fail on its way
 * @throws ORPCError 404 when there is none
 */
export function answerExport(
  id: string,
  project: string,
  account: string,
  signal: AbortSignal,
  breakOff: () => void,
): Response {
  const found = waiting.get(id)
  if (found === undefined || found.made.project !== project || found.made.account !== account)
    throw notFound(EXPORT_GONE)
  waiting.delete(id)
  clearTimeout(found.timer)
  const { file, name, format } = found.made
  signal.addEventListener('abort', () => file.leave(), { once: true })
  file.onBroken = breakOff
  return new Response(file.stream, {
    headers: {
      'content-type': CONTENT_TYPES[format],
      'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}.${format}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
