/** How many blocks run by themselves at once: a page of them must not keep a database from its work. */
const AT_ONCE = 2

let running = 0
let waiting: (() => Promise<void>)[] = []

function next(): void {
  while (running < AT_ONCE) {
    const run = waiting.shift()
    if (run === undefined) return
    running++
    void run().finally(() => {
      running--
      next()
    })
  }
}

/**
 * Runs something when it is its turn.
 * @returns what takes it out of the queue, as long as it has not begun
 */
export function queueRun(run: () => Promise<void>): () => void {
  waiting.push(run)
  next()
  return () => {
    waiting = waiting.filter((one) => one !== run)
  }
}
