import type { ImportInput, RefusedRow } from '@stoa/contract'
import { client } from '../../../../api/client.ts'
import { isTransient } from '../../../../api/errors.ts'
import { type Encoding, type Source, textParts } from './source.ts'

/** How an import gets on. */
export type Progress = {
  /** Bytes of the file that were sent, and all of them. */
  readonly read: number
  readonly size: number
  readonly rows: number
  readonly refused: readonly RefusedRow[]
}

const TRIES = 4
const PAUSE_MS = 1_000

/** Sends a part again when no answer came: the server knows which one it has. */
async function patiently<T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (attempt >= TRIES || signal.aborted || !isTransient(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

/**
 * Sends a file into a table, part by part.
 * @param signal ends the import, of which nothing stays then
 * @throws what the server refused, NotInEncoding
 */
export async function runImport(
  input: ImportInput,
  source: Source,
  encoding: Encoding,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Progress> {
  const { ref } = input
  const { id } = await client.project.editor.import.begin(input, { signal })
  let progress: Progress = { read: 0, size: source.blob.size, rows: 0, refused: [] }
  let part = 0
  try {
    for await (const { text, read, last } of textParts(source, encoding)) {
      const sent = { ref, id, part: part++, text, last }
      const answer = await patiently(() => client.project.editor.import.part(sent, { signal }), signal)
      progress = { ...progress, read, rows: answer.rows, refused: [...progress.refused, ...answer.refused] }
      onProgress(progress)
    }
    return progress
  } catch (error) {
    // It may be over already.
    await client.project.editor.import.cancel({ ref, id }).catch(() => {})
    throw error
  }
}
