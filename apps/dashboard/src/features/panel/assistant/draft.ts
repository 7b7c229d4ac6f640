import type { AttachedSnippet } from '../../../parts/assistant/ask.ts'
import { local } from '../../../parts/browser-store/local.ts'
import { createValue, type Value } from '../../../parts/value/value.ts'

/** What is written and not sent. */
export type Draft = { readonly text: string; readonly snippets: readonly AttachedSnippet[] }

const EMPTY: Draft = { text: '', snippets: [] }
const keyOf = (whose: string, chatId: string) => `stoa.assistant.draft ${whose} ${chatId}`
const known = new Map<string, Value<Draft>>()

/**
 * What is written in a chat and not sent, kept in this browser until it is.
 * @param whose as `useWhose` gives it
 */
export function draftOf(whose: string, chatId: string): Value<Draft> {
  const key = keyOf(whose, chatId)
  const found = known.get(key)
  if (found !== undefined) return found
  const value = createValue<Draft>(read(key))
  value.subscribe(() => {
    const draft = value.get()
    // A full storage keeps what it has; the text stays in the input.
    if (draft.text === '' && draft.snippets.length === 0) local.remove(key)
    else local.storeJson(key, draft)
  })
  known.set(key, value)
  return value
}

function read(key: string): Draft {
  try {
    const kept = local.readJson(key) as Partial<Draft> | null
    const snippets = Array.isArray(kept?.snippets)
      ? kept.snippets.filter(({ name, sql }) => typeof name === 'string' && typeof sql === 'string')
      : []
    return { text: typeof kept?.text === 'string' ? kept.text : '', snippets }
  } catch {
    return EMPTY
  }
}
