import { client } from '../../api/client.ts'

/** So much of the text before and behind a place goes along, in characters. */
const BEFORE_MAX = 8_000
const BEHIND_MAX = 2_000
/** The schema that is meant where nothing else is said. */
export const DEFAULT_SCHEMA = 'public'

/** A place in a text, and what is wanted there. */
export type Wanted = {
  readonly text: string
  readonly from: number
  readonly to: number
  /** In words; empty to go on with the text. */
  readonly prompt: string
}

/**
 * Asks the model what stands in place of a stretch of SQL.
 * @param schema names of which are told, where the organization agreed to tell any
 * @throws the server's refusal, in its own words
 */
export async function askForSql(
  ref: string,
  { text, from, to, prompt }: Wanted,
  schema: string,
  signal: AbortSignal,
): Promise<string> {
  const { completion } = await client.ai.complete(
    {
      projectRef: ref,
      includeSchemaMetadata: true,
      schema,
      completionMetadata: {
        textBeforeCursor: text.slice(Math.max(0, from - BEFORE_MAX), from),
        textAfterCursor: text.slice(to, to + BEHIND_MAX),
        selection: text.slice(from, to),
        language: 'pgsql',
        prompt,
      },
    },
    { signal },
  )
  return completion
}
