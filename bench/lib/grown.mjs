import { memoryOf } from './machine.mjs'

/** How often memory is looked at, in ms. */
const LOOK_MS = 50

/**
 * Does something and watches the memory of some processes meanwhile.
 * @returns what it gave, and by how many MB their memory had grown at most
 */
export async function watchingMemory(pids, work) {
  const before = memoryOf(pids).pss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pids).pss)
  }, LOOK_MS)
  try {
    const result = await work()
    return { result, grown_mb: Math.max(0, most - before) }
  } finally {
    clearInterval(timer)
  }
}
