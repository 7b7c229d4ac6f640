import { type AssistantState, MESSAGE_EMPTY } from '@stoa/contract'

/** Why nothing can be sent now; undefined when it can. */
export function whyNotSend(
  state: AssistantState | undefined,
  { text, hasSnippets, isLoading }: { text: string; hasSnippets: boolean; isLoading: boolean },
): string | undefined {
  if (state === undefined) return 'The assistant is still loading'
  if (state.message !== null) return state.message
  if (isLoading) return 'The assistant is still answering'
  return text.trim() === '' && !hasSnippets ? MESSAGE_EMPTY : undefined
}

/** What the input says while it is empty. */
export function placeholderOf(hasMessages: boolean, hasSnippets: boolean): string {
  if (hasSnippets) return 'Ask a question or make a change...'
  return hasMessages ? 'Reply to the assistant...' : 'Chat to Postgres...'
}

/** A message, as far as it tells whether an answer has begun. */
type Begun = { readonly role: string; readonly parts?: readonly { readonly type: string }[] }

/**
 * Whether the assistant is said to be thinking: it is asked and has not begun to answer. An answer of which nothing is
 * there to be read has not begun.
 */
export const isThinking = (isLoading: boolean, last: Begun | undefined): boolean =>
  isLoading &&
  (last === undefined || last.role === 'user' || last.parts?.every(({ type }) => type === 'step-start') === true)
