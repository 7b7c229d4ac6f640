import { ASSISTANT_TOOLS, type ChatMessage } from '@stoa/contract'
import { convertToModelMessages, type ModelMessage, type ToolSet, type UIMessage } from 'ai'
import type { Sharing } from '../../core/ai/sharing.ts'

/** Most characters of a chat that a model is given; what came before is left out. */
const HISTORY_MAX = 200_000

const TOOL_PARTS: ReadonlySet<string> = new Set(ASSISTANT_TOOLS.map((name) => `tool-${name}`))

type Part = ChatMessage['parts'][number]

/**
 * A part as it is sent, with nothing but what it has to have; null for what is not sent. Files and addresses are no
 * parts of this chat: whoever fetched them would do it from inside the network. Neither are options for the endpoint.
 */
function sendablePart(part: Part, role: ChatMessage['role'], sharing: Sharing): Part | null {
  const { type, text, toolCallId, state, input, output, errorText } = part
  if (type === 'text') return typeof text === 'string' ? { type, text } : null
  if (role === 'user' || !sharing.metadata) return null
  if (type === 'step-start') return { type }
  if (!TOOL_PARTS.has(type) || typeof toolCallId !== 'string') return null
  if (state === 'output-available') return { type, toolCallId, state, input: input ?? {}, output: output ?? null }
  if (state === 'output-error')
    return { type, toolCallId, state, input: input ?? {}, errorText: typeof errorText === 'string' ? errorText : '' }
  return null
}

/**
 * What of a chat may go to the model now. What was shared once is not sent again when it is no longer to be shared:
 * answers that names or values went into are left out as a whole.
 */
export function sendable(messages: readonly ChatMessage[], sharing: Sharing): ChatMessage[] {
  const kept = messages.flatMap((message): ChatMessage[] => {
    if (message.role === 'assistant') {
      if (message.metadata.schema === true && !sharing.metadata) return []
      if (message.metadata.results === true && !sharing.results) return []
    }
    const parts = message.parts.flatMap((part) => sendablePart(part, message.role, sharing) ?? [])
    return parts.some((part) => part.type !== 'step-start') ? [{ ...message, parts }] : []
  })
  let size = 0
  let from = kept.length
  while (from > 0) {
    size += JSON.stringify(kept[from - 1]?.parts).length
    if (size > HISTORY_MAX && from < kept.length) break
    from--
  }
  // A chat begins with a question.
  while (from < kept.length - 1 && kept[from]?.role !== 'user') from++
  return kept.slice(from)
}

/** The chat as the model takes it. @param tools those of this answer, which say what of their results is told */
export const modelMessages = (
  messages: readonly ChatMessage[],
  sharing: Sharing,
  tools: ToolSet,
): Promise<ModelMessage[]> =>
  convertToModelMessages(sendable(messages, sharing) as UIMessage[], { tools, ignoreIncompleteToolCalls: true })
