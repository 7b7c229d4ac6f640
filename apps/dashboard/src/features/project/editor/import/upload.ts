import { IMPORT_PARTS_AHEAD, type ImportInput, type ImportProgress, type RefusedRow } from '@stoa/contract'
import { client } from '../../../../api/client.ts'
import { patiently } from '../patiently.ts'
import { type Encoding, type FilePart, fileParts, type Source } from './source.ts'

/** How an import gets on. */
export type Progress = {
  /** Bytes of the file that were sent, and all of them. */
  readonly read: number
  readonly size: number
  readonly rows: number
  readonly refused: readonly RefusedRow[]
}

/**
 * Sends a file into a table, part by part: while one is taken, the next is on its way.
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
  const send = ({ body, last }: FilePart, part: number): Promise<ImportProgress> =>
    patiently(
      () => client.project.editor.import.part({ params: { ref, id, part }, query: { last }, body }, { signal }),
      signal,
    )
  const underWay: { answer: Promise<ImportProgress>; read: number }[] = []
  const settle = async () => {
    const first = underWay.shift()
    if (first === undefined) return
    const { rows, refused } = await first.answer
    progress = { ...progress, read: first.read, rows, refused: [...progress.refused, ...refused] }
    onProgress(progress)
  }
  try {
    let count = 0
    for await (const part of fileParts(source, encoding)) {
      const answer = send(part, count++)
      // Of parts that are refused, the first one says why.
      answer.catch(() => {})
      underWay.push({ answer, read: part.read })
      if (underWay.length > IMPORT_PARTS_AHEAD) await settle()
    }
    while (underWay.length > 0) await settle()
    return progress
  } catch (error) {
    // It may be over already.
    await client.project.editor.import.cancel({ ref, id }).catch(() => {})
    throw error
  }
}
