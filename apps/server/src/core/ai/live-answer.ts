import type { MessageMetadata } from '@stoa/contract'
import type { UIMessageChunk } from 'ai'

/** A piece of an answer, as pages read it. */
export type AnswerPiece = UIMessageChunk<MessageMetadata>

/** What was said of an answer so far, for pages that come to it while it goes on. */
export class LiveAnswer {
  readonly #pieces: AnswerPiece[] = []
  readonly #readers = new Set<ReadableStreamDefaultController<AnswerPiece>>()
  #isOver = false

  /** Notes a piece, and gives it to all who follow. */
  tell(piece: AnswerPiece): void {
    if (this.#isOver) return
    const last = this.#pieces.at(-1)
    // Whoever comes later reads the words so far at once.
    if (piece.type === 'text-delta' && last?.type === 'text-delta' && last.id === piece.id)
      this.#pieces[this.#pieces.length - 1] = { ...last, delta: last.delta + piece.delta }
    else this.#pieces.push(piece)
    for (const reader of this.#readers) reader.enqueue(piece)
  }

  /** Ends it for all who follow. */
  end(): void {
    this.#isOver = true
    for (const reader of this.#readers) reader.close()
    this.#readers.clear()
  }

  /** The answer from its beginning, and what comes of it from now on. */
  follow(): ReadableStream<AnswerPiece> {
    let own: ReadableStreamDefaultController<AnswerPiece> | null = null
    return new ReadableStream({
      start: (controller) => {
        for (const piece of this.#pieces) controller.enqueue(piece)
        if (this.#isOver) return controller.close()
        own = controller
        this.#readers.add(controller)
      },
      cancel: () => {
        if (own !== null) this.#readers.delete(own)
      },
    })
  }
}
