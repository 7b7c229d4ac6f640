import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/** How many rows a dump holds for each table, by the table's name as the dump quotes it. */
export type DumpContents = ReadonlyMap<string, number>

const HEADER = /^-- Data for Name: .*; Type: TABLE DATA;/
/** A table's name exactly as Postgres quotes it, and nothing else: it becomes part of a statement. */
const COPY = /^COPY ((?:"(?:[^"]|"")+"|[^\s".(]+)\.(?:"(?:[^"]|"")+"|[^\s".(]+)) (?:\(| FROM stdin;$)/
/** Between the comment above a table's data and the data are the comment's end and settings such as the role. */
const HEADER_REACH = 8

/**
 * Reads a compressed dump in pieces and counts what it says it holds.
 * @throws Error when the file is not whole
 */
export async function dumpContents(file: string): Promise<DumpContents> {
  const contents = new Map<string, number>()
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.on('error', (error) => text.destroy(error))
  let table: string | null = null
  let rows = 0
  // A function's body may hold lines that look like data. Only what stands below a table's own comment is data.
  let sinceHeader = HEADER_REACH
  for await (const line of lines(text)) {
    if (table !== null) {
      if (line === '\\.') {
        contents.set(table, (contents.get(table) ?? 0) + rows)
        table = null
      } else rows++
      continue
    }
    sinceHeader = HEADER.test(line) ? 0 : sinceHeader + 1
    const name = sinceHeader < HEADER_REACH ? COPY.exec(line)?.[1] : undefined
    if (name === undefined) continue
    // Lines are cut as bytes; a name is text.
    table = Buffer.from(name, 'latin1').toString('utf8')
    rows = 0
    sinceHeader = HEADER_REACH
  }
  if (table !== null) throw new Error(`The file ends in the middle of ${table}`)
  return contents
}

/** The lines of a stream of text, cut at line feeds only. Of very long lines only the beginning is kept. */
async function* lines(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const LONGEST = 4_096
  let kept = ''
  for await (const chunk of stream) {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      yield kept.length >= LONGEST ? kept : kept + chunk.toString('latin1', from, Math.min(at, from + LONGEST))
      kept = ''
      from = at + 1
    }
    if (kept.length < LONGEST) kept += chunk.toString('latin1', from, Math.min(chunk.length, from + LONGEST))
  }
  if (kept !== '') yield kept
}
