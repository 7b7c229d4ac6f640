import type { SqlRunLine } from '@stoa/contract'
import type { RowsText } from '../result/row-store.ts'

/** How long lines are worked on before the page gets a chance to paint, in ms. */
const SLICE_MS = 8

/** A line of a run. Rows are left as they were sent: most of them are never looked at. */
export type RunLine = Exclude<SqlRunLine, { type: 'rows' }> | ({ readonly type: 'rows' } & RowsText)

const ROWS = /^\{"type":"rows","count":(\d+),/

function lineOf(text: string): RunLine {
  const rows = ROWS.exec(text)
  return rows ? { type: 'rows', count: Number(rows[1]), text } : (JSON.parse(text) as RunLine)
}

/** Lets everything that waits, painting included, go first. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/**
 * Reads the streamed answer of a run, line by line, without keeping the page from painting.
 * @param stream the body: lines of JSON, cut anywhere
 * @param onLine gets each line in order
 * @throws what the stream throws when it is cut off or aborted, and SyntaxError for a line that is not JSON
 */
export async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: RunLine) => void): Promise<void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  // The beginning of a line whose end has not come yet, in the pieces it came in: joining them at every chunk would
  // copy a long line over and over.
  let begun: string[] = []
  let sliceStart = performance.now()
  const take = (text: string) => {
    let at = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      const rest = text.slice(at, end)
      const line = begun.length === 0 ? rest : begun.join('') + rest
      begun = []
      at = end + 1
      if (line !== '') onLine(lineOf(line))
    }
    if (at < text.length) begun.push(text.slice(at))
  }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      take(decoder.decode(value, { stream: true }))
      if (performance.now() - sliceStart > SLICE_MS) {
        await nextTask()
        sliceStart = performance.now()
      }
    }
    take(`${decoder.decode()}\n`)
  } finally {
    reader.releaseLock()
  }
}
