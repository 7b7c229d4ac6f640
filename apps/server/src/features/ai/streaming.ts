import type { MessageMetadata } from '@stoa/contract'
import type { TextStreamPart, ToolSet } from 'ai'
import type { AnswerPiece } from '../../core/ai/live-answer.ts'

export type Chunk = AnswerPiece
type Reader = ReadableStreamDefaultReader<Chunk>
type ReadResult = Awaited<ReturnType<Reader['read']>>

/** Parts that say nothing, or nothing yet. */
const SILENT = new Set<Chunk['type']>(['start', 'start-step', 'message-metadata', 'finish-step', 'finish'])

/**
 * The stream with a failure of the connection as its last part, so that what came before it is not lost, and without
 * the pieces of what tools are called with: it is shown once it is whole, and reading it anew with every piece would
 * take the longer the longer it is.
 */
export function asParts<T extends ToolSet>(
  stream: ReadableStream<TextStreamPart<T>>,
): ReadableStream<TextStreamPart<T>> {
  const reader = stream.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        let { done, value } = await reader.read()
        while (value?.type === 'tool-input-delta') ({ done, value } = await reader.read())
        if (done || value === undefined) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.enqueue({ type: 'error', error })
        controller.close()
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/** What has been read of an answer, the part that is awaited, if one is, and whether that was all of it. */
export type Begun = {
  readonly read: readonly Chunk[]
  readonly next: Promise<ReadResult> | null
  readonly isWhole: boolean
}

/**
 * Reads up to the first part that says something.
 * @param patienceMs after which what was read so far is given: whoever carries the answer waits no longer for its head
 */
export async function untilFirstWord(reader: Reader, patienceMs: number): Promise<Begun> {
  const read: Chunk[] = []
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs).unref())
  for (;;) {
    const next = reader.read()
    const result = await Promise.race([next, late])
    if (result === null) return { read, next, isWhole: false }
    if (result.done) return { read, next: null, isWhole: true }
    read.push(result.value)
    if (!SILENT.has(result.value.type)) return { read, next: null, isWhole: false }
  }
}

/** Reads what is left, and lets go of it. */
export async function readRest(reader: Reader): Promise<void> {
  for (let next = await reader.read(); !next.done; next = await reader.read());
}

/**
 * The parts of an answer for whoever reads them now. They are taken at their own pace, whether or not anybody is there
 * to read: the answer belongs to the server. What is noted about it in the end comes last.
 * @param begun what has been read of it already
 */
export function onItsOwn(
  reader: Reader,
  begun: Begun,
  told: {
    metadata: () => MessageMetadata
    /** What is to be said of an answer in which nothing was said; null for any other. */
    wordless: () => string | null
    /** Why the answer could not be kept, in words. */
    notKept: (error: unknown) => string
    /** Hears every part, for others who read along. */
    said: (chunk: Chunk) => void
    left: () => void
    ended: () => void
  },
): ReadableStream<Chunk> {
  let gone = false
  return new ReadableStream<Chunk>({
    start(controller) {
      const tell = (chunk: Chunk) => {
        told.said(chunk)
        if (!gone) controller.enqueue(chunk)
      }
      const take = async () => {
        let finish: Chunk | null = null
        const pass = (chunk: Chunk) => {
          if (chunk.type === 'finish') finish = chunk
          else tell(chunk)
        }
        try {
          for (const chunk of begun.read) pass(chunk)
          let next = await (begun.next ?? reader.read())
          for (; !next.done; next = await reader.read()) pass(next.value)
          tell({ type: 'message-metadata', messageMetadata: told.metadata() })
          const wordless = told.wordless()
          if (wordless !== null) tell({ type: 'error', errorText: wordless })
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
