import type { AttachedSnippet } from '../../../parts/assistant/ask.ts'
import { createValue, type Value } from '../../../parts/value/value.ts'

/** What is written and not sent. */
export type Draft = { readonly text: string; readonly snippets: readonly AttachedSnippet[] }

const EMPTY: Draft = { text: '', snippets: [] }
const keyOf = (ref: string, chatId: string) => `stoa.assistant.draft ${ref} ${chatId}`
const known = new Map<string, Value<Draft>>()

/** What is written in a chat and not sent, kept in this browser until it is. */
export function draftOf(ref: string, chatId: string): Value<Draft> {
  const key = keyOf(ref, chatId)
  const found = known.get(key)
  if (found !== undefined) return found
  const value = createValue<Draft>(read(key))
  value.subscribe(() => {
    const draft = value.get()
    try {
      if (draft.text === '' && draft.snippets.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(draft))
    } catch {
      // A full storage keeps what it has; the text stays in the input.
    }
  })
  known.set(key, value)
  return value
}

function read(key: string): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Draft> | null
    const snippets = Array.isArray(kept?.snippets)
      ? kept.snippets.filter(({ name, sql }) => typeof name === 'string' && typeof sql === 'string')
      : []
    return { text: typeof kept?.text === 'string' ? kept.text : '', snippets }
  } catch {
    return EMPTY
  }
}
