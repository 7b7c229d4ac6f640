import { ASSISTANT_TOOLS, type ChatMessage } from '@stoa/contract'
import { convertToModelMessages, type ModelMessage, type ToolSet, type UIMessage } from 'ai'
import type { Sharing } from '../../core/ai/sharing.ts'

/** Most characters of a chat that a model is given; what came before is left out. */
const HISTORY_MAX = 200_000

const TOOL_PARTS: ReadonlySet<string> = new Set(ASSISTANT_TOOLS.map((name) => `tool-${name}`))
const ENDED = new Set(['output-available', 'output-error'])

type Part = ChatMessage['parts'][number]

/** Files and addresses are no parts of this chat: whoever fetched them would do it from inside the network. */
function isSendable(part: Part, role: ChatMessage['role'], sharing: Sharing): boolean {
  if (part.type === 'text') return typeof part.text === 'string'
  if (role === 'user' || !sharing.metadata) return false
  if (part.type === 'step-start') return true
  return TOOL_PARTS.has(part.type) && typeof part.toolCallId === 'string' && ENDED.has(String(part.state))
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
    const parts = message.parts.filter((part) => isSendable(part, message.role, sharing))
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
