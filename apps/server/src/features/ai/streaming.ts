import type { MessageMetadata } from '@stoa/contract'
import type { TextStreamPart, ToolSet, UIMessageChunk } from 'ai'

export type Chunk = UIMessageChunk<MessageMetadata>
type Reader = ReadableStreamDefaultReader<Chunk>

/** Parts that say nothing yet. */
const SILENT = new Set<Chunk['type']>(['start', 'start-step', 'message-metadata'])

/** The stream with a failure of the connection as its last part, so that what came before it is not lost. */
export function failuresAsParts<T extends ToolSet>(
  stream: ReadableStream<TextStreamPart<T>>,
): ReadableStream<TextStreamPart<T>> {
  const reader = stream.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.enqueue({ type: 'error', error })
        controller.close()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

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
  told: {
    metadata: () => MessageMetadata
    /** Why the answer could not be kept, in words. */
    notKept: (error: unknown) => string
    left: () => void
    ended: () => void
  },
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
          tell({ type: 'error', errorText: told.notKept(error) })
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
