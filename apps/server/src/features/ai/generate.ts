import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import {
  ANSWER_NOT_KEPT,
  ASSISTANT_MAX_STEPS,
  CHAT_BUSY,
  CHAT_NOT_FOUND,
  type ChatMessage,
  LAST_NOT_FROM_USER,
  MESSAGE_EMPTY,
  type MessageMetadata,
  MODEL_BROKE,
  PROMPT_MAX,
  TOOL_UNREADABLE,
} from '@stoa/contract'
import {
  APICallError,
  type FinishReason,
  InvalidResponseDataError,
  InvalidToolInputError,
  isStepCount,
  NoSuchToolError,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from 'ai'
import type { OpenAnswer } from '../../core/ai/answers.ts'
import { chatRow, demandVersion, insertChat, lockedChat, saveMessages } from '../../core/ai/chats.ts'
import { languageModel, modelRefusal, wordlessRefusal } from '../../core/ai/model.ts'
import { streamResponse } from '../../core/ai/response.ts'
import type { UsableModel } from '../../core/ai/settings.ts'
import { type Sharing, sharingOf } from '../../core/ai/sharing.ts'
import type { Context } from '../../core/context.ts'
import { badRequest, conflict, notFound, tooMany } from '../../core/errors.ts'
import { modelMessages } from './history.ts'
import { chatInstructions, KNOWN_MAX } from './instructions.ts'
import { asParts, type Chunk, onItsOwn, readRest, untilFirstWord } from './streaming.ts'
import { tablesAsText } from './tools/catalog.ts'
import { assistantTools, type ToolUse } from './tools/tools.ts'

/** Longest that one answer takes, in milliseconds. */
const ANSWER_MS = 10 * 60_000
/** How long the head of an answer waits for its first word. Servers in between give up on those that never come. */
const HEAD_MS = 10_000

export type Question = {
  readonly includeSchemaMetadata: boolean
  readonly schema?: string | string[] | null | undefined
  readonly table?: string | null | undefined
  readonly messages: readonly ChatMessage[]
  readonly chatId?: string | null | undefined
  readonly chatVersion?: number | null | undefined
}

type AnswerMessage = UIMessage<MessageMetadata>

function demandQuestion(messages: readonly ChatMessage[]): void {
  const last = messages.at(-1)
  if (last?.role !== 'user') throw badRequest(LAST_NOT_FROM_USER)
  const text = last.parts.map((part) => (typeof part.text === 'string' ? part.text : '')).join('')
  if (text.trim() === '') throw badRequest(MESSAGE_EMPTY)
  if (text.length > PROMPT_MAX) throw badRequest('A message can have at most 100,000 characters')
}

/** Keeps the question in its chat, which begins with it if need be. @returns whether results may be shared there */
async function keepQuestion(context: Context, question: Question, chatId: string): Promise<boolean> {
  return context.platform.store.transaction().execute(async (tx) => {
    const found = await lockedChat(tx, context, chatId)
    if (!found && !(await insertChat(tx, context, { id: chatId }))) throw notFound(CHAT_NOT_FOUND)
    const row = found ?? (await chatRow(tx, context, chatId))
    demandVersion(row, question.chatVersion)
    await saveMessages(tx, row, question.messages, { bump: false })
    return row.share_results
  })
}

/** Keeps what the chat has become. @returns its version; null when the chat is gone */
async function keepAnswer(context: Context, chatId: string, messages: readonly ChatMessage[]): Promise<number | null> {
  return context.platform.store.transaction().execute(async (tx) => {
    const row = await lockedChat(tx, context, chatId)
    return row ? saveMessages(tx, row, messages, { bump: true }) : null
  })
}

/**
 * Answers a chat, streamed. An answer that is kept in a chat goes on when its page leaves; any other ends with it.
 * @throws ORPCError before the model's first word
 */
export async function answer(context: Context, question: Question, usable: UsableModel): Promise<Response> {
  const { platform, scope, request } = context
  demandQuestion(question.messages)
  const chatId = question.chatId ?? null
  const begun = platform.answers.begin(scope.caller.account.id, chatId)
  if (begun === 'busy') throw conflict(CHAT_BUSY)
  if (begun === 'many') throw tooMany()
  try {
    const results = chatId !== null && (await keepQuestion(context, question, chatId))
    const sharing = sharingOf(scope.organization, {
      metadata: question.includeSchemaMetadata,
      results,
      schema: question.schema ?? null,
    })
    const left = new AbortController()
    const signal = AbortSignal.any([begun.signal, left.signal, AbortSignal.timeout(ANSWER_MS)])
    const leave = () => {
      if (chatId === null) left.abort()
    }
    request.signal.addEventListener('abort', leave, { once: true })
    return await stream(context, question, { usable, sharing, chatId, signal, open: begun, left: leave })
  } catch (error) {
    begun.end()
    throw error
  }
}

/** Whether a model's server refuses to be offered tools, as many do that run models at home. */
const refusesTools = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  [400, 404, 422, 501].includes(error.statusCode ?? 0) &&
  /\b(?:tools?|functions?)\b/i.test(error.responseBody ?? '')

const withoutTools = (usable: UsableModel): UsableModel => ({
  ...usable,
  capabilities: { answers: true, streams: true, ...usable.capabilities, tools: false },
})

const saysNothing = (part: AnswerMessage['parts'][number]): boolean =>
  part.type === 'step-start' || (part.type === 'text' && part.text.trim() === '')

type Asking = {
  readonly usable: UsableModel
  readonly sharing: Sharing
  readonly chatId: string | null
  readonly signal: AbortSignal
  readonly open: OpenAnswer
  /** To be called when nobody reads the answer any more. */
  readonly left: () => void
}

async function stream(context: Context, question: Question, asking: Asking): Promise<Response> {
  const { platform } = context
  const { usable, sharing, chatId, signal } = asking
  const looking = { context, sharing, signal }
  const use: ToolUse = { metadata: sharing.metadata, results: false }
  const callsTools = usable.capabilities?.tools !== false
  const tools = callsTools ? assistantTools(looking, use) : {}
  const known = callsTools || !sharing.metadata ? null : await tablesAsText(looking, KNOWN_MAX).catch(() => '')
  const result = streamText({
    model: languageModel(usable, platform.config.modelTimeout * 1000),
    instructions: chatInstructions(sharing, question.table ?? null, known),
    messages: await modelMessages(question.messages, sharing, tools),
    tools,
    stopWhen: isStepCount(ASSISTANT_MAX_STEPS),
    // The last step is for words: a call there would be answered to nobody.
    prepareStep: ({ stepNumber }) => (stepNumber >= ASSISTANT_MAX_STEPS - 1 ? { activeTools: [] } : {}),
    maxRetries: 0,
    toolCallConcurrency: 2,
    abortSignal: signal,
    onError: () => {},
  })
  const createdAt = new Date().toISOString()
  let version: number | null = null
  let refusal: ORPCError<string, unknown> | null = null
  let toolsRefused = false
  let hasWords = false
  let isWordless = false
  let reason: FinishReason | null = null
  const chunks = toUIMessageStream<typeof tools, AnswerMessage>({
    stream: asParts(result.stream),
    tools,
    originalMessages: question.messages as unknown as AnswerMessage[],
    generateMessageId: randomUUID,
    sendReasoning: false,
    messageMetadata: ({ part }) => {
      if (part.type === 'text-delta') hasWords = true
      // A model that refuses in words of its own is told as one that was held back.
      if (part.type === 'finish') reason = part.rawFinishReason === 'stop' ? 'stop' : part.finishReason
      return part.type === 'start' ? { createdAt } : undefined
    },
    onError: (error) => {
      if (InvalidToolInputError.isInstance(error) || NoSuchToolError.isInstance(error)) return TOOL_UNREADABLE
      // What was said of an error comes by here once more, as an error of its own.
      if (refusal !== null) return refusal.message
      // The end of an answer that has no mark of its end.
      const isCut = hasWords && InvalidResponseDataError.isInstance(error)
      refusal = isCut ? new ORPCError('BAD_GATEWAY', { status: 502, message: MODEL_BROKE }) : modelRefusal(error)
      toolsRefused = refusesTools(error)
      platform.log.warn({ project: context.scope.project.ref, reason: refusal.message }, 'the model did not answer')
      return refusal.message
    },
    onEnd: async ({ responseMessage }) => {
      isWordless = responseMessage.parts.every(saysNothing)
      if (chatId === null || isWordless) return
      const kept = { ...responseMessage, metadata: { createdAt, ...metadata() } } as unknown as ChatMessage
      version = await keepAnswer(context, chatId, [...question.messages, kept])
    },
  }) as ReadableStream<Chunk>
  const metadata = (): MessageMetadata => ({
    ...(use.metadata && { schema: true }),
    ...(use.results && { results: true }),
    ...((signal.aborted || refusal !== null) && { stopped: true }),
    ...(reason === 'length' && { ended: 'length' }),
    ...(reason === 'content-filter' && { ended: 'filter' }),
    ...(version !== null && { version }),
  })
  const wordless = () => (isWordless && refusal === null && !signal.aborted ? wordlessRefusal(reason) : null)
  const notKept = (error: unknown) => {
    if (error instanceof ORPCError) return error.message
    platform.log.error({ err: error, chat: chatId }, 'an answer could not be kept')
    return ANSWER_NOT_KEPT
  }
  const reader = chunks.getReader()
  const begun = await untilFirstWord(reader, HEAD_MS)
  if (begun.read.at(-1)?.type === 'error') {
    await readRest(reader)
    if (toolsRefused && callsTools) return stream(context, question, { ...asking, usable: withoutTools(usable) })
    // Nothing has been said yet, so that what went wrong can be the whole answer.
    throw refusal ?? modelRefusal(null)
  }
  const nothing = begun.isWhole ? wordless() : null
  if (nothing !== null) throw nothing
  const { tell: said, end: ended } = asking.open
  return streamResponse(
    onItsOwn(reader, begun, {
      metadata,
      wordless: () => wordless()?.message ?? null,
      notKept,
      said,
      left: asking.left,
      ended,
    }),
  )
}
