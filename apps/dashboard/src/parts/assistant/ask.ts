import { panels } from '../frame/panels.ts'
import { createValue } from '../value/value.ts'

/** A query that goes along with a question. */
export type AttachedSnippet = { readonly name: string; readonly sql: string }

/** What somebody wants to ask the assistant from elsewhere. */
export type Asked = { readonly prompt?: string; readonly snippets?: readonly AttachedSnippet[] }

/** What the panel is given to ask; null when it has taken it. */
export const asked = createValue<Asked | null>(null)

/** What the assistant's panel is called among the panels. */
export const ASSISTANT_PANEL = 'assistant'

/** Opens the assistant with something to ask. It is put into the input and not sent. */
export function askAssistant(what: Asked): void {
  asked.set(what)
  panels.open(ASSISTANT_PANEL)
}
