import type { SqlRunLine } from '@stoa/contract'
import { describe, expect, it } from 'vitest'
import { type RunLine, readLines } from './read-lines.ts'

const LINES: SqlRunLine[] = [
  { type: 'columns', statement: 0, place: null, columns: [{ name: 'name', type: 'text' }] },
  { type: 'rows', count: 3, rows: [['🏛 Séte'], [null], ['a\nb']] },
  { type: 'complete', statement: 0, place: null, command: 'SELECT', row_count: 3, ms: 1 },
  { type: 'done', ms: 1.5 },
]
const TEXT = LINES.map((line) => `${JSON.stringify(line)}\n`).join('')

/** A stream of the text's bytes in pieces of the given size; it fails at the end when asked to. */
function pieces(text: string, size: number, failure?: Error): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(bytes.slice(at, at + size))
        at += size
      } else if (failure) controller.error(failure)
      else controller.close()
    },
  })
}

/** A line whose rows are read, as whoever looks at them does. */
const whole = (line: RunLine): SqlRunLine => ('text' in line ? (JSON.parse(line.text) as SqlRunLine) : line)

async function linesOf(stream: ReadableStream<Uint8Array>): Promise<SqlRunLine[]> {
  const lines: SqlRunLine[] = []
  await readLines(stream, (line) => lines.push(whole(line)))
  return lines
}

describe('readLines', () => {
  it.each([1, 2, 3, 7, 64, 10_000])('reads lines that come in pieces of %d bytes', async (size) => {
    expect(await linesOf(pieces(TEXT, size))).toEqual(LINES)
  })

  it('reads a last line without a line break', async () => {
    expect(await linesOf(pieces(TEXT.trimEnd(), 5))).toEqual(LINES)
  })

  it('gives the lines that came before the connection broke, and then the failure', async () => {
    const seen: SqlRunLine[] = []
    const cut = TEXT.slice(0, TEXT.indexOf('"complete"'))
    const reading = readLines(pieces(cut, 9, new TypeError('network error')), (line) => seen.push(whole(line)))
    await expect(reading).rejects.toThrow('network error')
    expect(seen).toEqual(LINES.slice(0, 2))
  })

  it('refuses what is not JSON', async () => {
    await expect(linesOf(pieces('<html>\n', 10))).rejects.toThrow(SyntaxError)
  })
})
