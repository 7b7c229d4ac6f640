import type { MessageMetadata } from '@stoa/contract'
import type { UIMessageChunk } from 'ai'
import { modelRefusal } from '../../core/ai/model.ts'

export type Chunk = UIMessageChunk<MessageMetadata>
type Reader = ReadableStreamDefaultReader<Chunk>

/** Parts that say nothing yet. */
const SILENT = new Set<Chunk['type']>(['start', 'start-step', 'message-metadata'])

/** Reads up to the first part that says something, and gives all that was read. */
export async function untilFirstWord(reader: Reader): Promise<Chunk[]> {
  const read: Chunk[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return read
    read.push(value)
    if (!SILENT.has(value.type)) return read
  }
}

/** Reads what is left, and lets go of it. */
export async function readRest(reader: Reader): Promise<void> {
  for (let next = await reader.read(); !next.done; next = await reader.read());
}

/**
 * The parts of an answer for whoever reads them now. They are taken at their own pace, whether or not anybody is there
 * to read: the answer belongs to the server. What is noted about it in the end comes last.
 * @param first what has been read of it already
 */
export function onItsOwn(
  reader: Reader,
  first: readonly Chunk[],
  told: { metadata: () => MessageMetadata; left: () => void; ended: () => void },
): ReadableStream<Chunk> {
  let gone = false
  return new ReadableStream<Chunk>({
    start(controller) {
      const tell = (chunk: Chunk) => {
        if (!gone) controller.enqueue(chunk)
      }
      const take = async () => {
        let finish: Chunk | null = null
        const pass = (chunk: Chunk) => {
          if (chunk.type === 'finish') finish = chunk
          else tell(chunk)
        }
        try {
          for (const chunk of first) pass(chunk)
          for (let next = await reader.read(); !next.done; next = await reader.read()) pass(next.value)
          tell({ type: 'message-metadata', messageMetadata: told.metadata() })
        } catch (error) {
          // It could not be kept; what was said of it is on the page.
          tell({ type: 'error', errorText: modelRefusal(error).message })
        } finally {
          if (finish !== null) tell(finish)
          told.ended()
          if (!gone) controller.close()
        }
      }
      void take()
    },
    cancel() {
      gone = true
      told.left()
    },
  })
}
