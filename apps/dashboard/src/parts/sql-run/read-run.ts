import { type RunLine, readLines } from './read-lines.ts'
import { CUT_OFF } from './run-state.ts'

/** How often in a row a connection may be lost before anything new has come. */
const LOSSES_MAX = 5

/**
 * Reads a run to its end, also when the connection is lost meanwhile: the run belongs to the server, which tells it
 * again from its beginning.
 * @param open begins it
 * @param again what asks the server for it once more; null when that is of no use
 * @param onLine gets each line once, in order. @returns whether it was the last
 * @throws what `open` and `again` throw; TypeError, as of a lost connection, when it cannot be read to its end
 */
export async function readRun(
  open: () => Promise<Response>,
  again: () => (() => Promise<Response>) | null,
  onLine: (line: RunLine) => boolean,
): Promise<void> {
  let opening = open
  let taken = 0
  let losses = 0
  for (;;) {
    const before = taken
    try {
      const { body } = await opening()
      if (body === null) throw new TypeError(CUT_OFF)
      let at = 0
      let isOver = false
      await readLines(body, (line) => {
        if (at++ < taken) return
        taken = at
        isOver = onLine(line)
      })
      if (isOver) return
      throw new TypeError(CUT_OFF)
    } catch (error) {
      losses = taken > before ? 1 : losses + 1
      const next = again()
      if (!(error instanceof TypeError) || next === null || losses > LOSSES_MAX) throw error
      opening = next
    }
  }
}
