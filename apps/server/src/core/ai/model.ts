import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ORPCError } from '@orpc/server'
import {
  MODEL_BROKE,
  MODEL_BUSY,
  MODEL_HELD_BACK,
  MODEL_KEY_REFUSED,
  MODEL_MOVED,
  MODEL_SAID_NOTHING,
  MODEL_SILENT,
  MODEL_TOO_LONG,
  MODEL_UNKNOWN,
  MODEL_UNREACHABLE,
  MODEL_UNREADABLE,
  MODEL_WITHOUT_ROOM,
  modelFailed,
} from '@stoa/contract'
import {
  APICallError,
  EmptyResponseBodyError,
  extractReasoningMiddleware,
  type FinishReason,
  InvalidResponseDataError,
  JSONParseError,
  type LanguageModel,
  NoOutputGeneratedError,
  StreamProviderError,
  TypeValidationError,
  wrapLanguageModel,
} from 'ai'
import { ModelMoved, ModelSilent, ModelTooLong, patientFetch } from './model-fetch.ts'
import type { UsableModel } from './settings.ts'

/** Most of an endpoint's own message that is passed on, in characters. */
const SAID_MAX = 300

/** How models that think aloud mark their thoughts where their server does not take them out. */
const thoughts = extractReasoningMiddleware({ tagName: 'think' })

/**
 * A model behind any endpoint that speaks the protocol of OpenAI's chat completions.
 * @param silenceMs how long it may say nothing, before its first word and between two
 */
export function languageModel(
  usable: Pick<UsableModel, 'baseUrl' | 'model' | 'apiKey'>,
  silenceMs: number,
): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: usable.baseUrl.replace(/\/+$/, ''),
    ...(usable.apiKey !== null && { apiKey: usable.apiKey }),
    fetch: (input, init) => patientFetch(input, init, silenceMs),
  })
  return wrapLanguageModel({ model: provider.chatModel(usable.model), middleware: thoughts })
}

/** An error and everything that it was made of. */
function* causes(error: unknown): Generator<unknown> {
  for (let depth = 0, at: unknown = error; depth < 8 && at !== undefined && at !== null; depth++) {
    yield at
    const { cause, lastError } = at as { cause?: unknown; lastError?: unknown }
    at = cause ?? lastError
  }
}

/** The endpoint's own message, if it gave one in the form of the protocol. Nothing else of its answer is passed on. */
function saidBy(error: APICallError): string | null {
  const { error: told } = (error.data ?? {}) as { error?: { message?: unknown } }
  return typeof told?.message === 'string' ? cut(told.message) : null
}

/** A message as one line that is not too long, without keys that a server repeats; null for none. */
function cut(message: string): string | null {
  const said = message
    .replace(/\b(?:sk-|bearer\s+)[\w.-]{6,}/gi, '…')
    .replace(/\s+/g, ' ')
    .trim()
  return said === '' ? null : said.length > SAID_MAX ? `${said.slice(0, SAID_MAX)}…` : said
}

const UNREADABLE = [
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  TypeValidationError,
]

/**
 * What went wrong with a model, as a refusal that people can read. The key is in none of its parts.
 * @param error what the call threw, or the error part of its stream
 */
export function modelRefusal(error: unknown): ORPCError<string, unknown> {
  const refuse = (code: string, status: number, message: string) => new ORPCError(code, { status, message })
  let unreadable = false
  for (const one of causes(error)) {
    if (one instanceof ORPCError) return one
    if (one instanceof ModelSilent || (one instanceof DOMException && one.name === 'TimeoutError'))
      return refuse('GATEWAY_TIMEOUT', 504, MODEL_SILENT)
    if (one instanceof ModelMoved) return refuse('BAD_GATEWAY', 502, MODEL_MOVED)
    if (one instanceof ModelTooLong) return refuse('BAD_GATEWAY', 502, MODEL_TOO_LONG)
    if (one instanceof TypeError && one.message === 'terminated') return refuse('BAD_GATEWAY', 502, MODEL_BROKE)
    if (UNREADABLE.some((kind) => kind.isInstance(one))) return refuse('BAD_GATEWAY', 502, MODEL_UNREADABLE)
    if (StreamProviderError.isInstance(one)) {
      if (one.statusCode === 429) return refuse('TOO_MANY_REQUESTS', 429, MODEL_BUSY)
      return refuse('BAD_GATEWAY', 502, modelFailed(cut(one.message)))
    }
    if (!APICallError.isInstance(one)) continue
    const { statusCode } = one
    if (statusCode === undefined) continue
    if (statusCode === 401 || statusCode === 403) return refuse('BAD_GATEWAY', 502, MODEL_KEY_REFUSED)
    if (statusCode === 404) return refuse('BAD_GATEWAY', 502, MODEL_UNKNOWN)
    if (statusCode === 429) return refuse('TOO_MANY_REQUESTS', 429, MODEL_BUSY)
    // An answer that began well. What it ended with is further down.
    if (statusCode < 300) {
      unreadable = true
      continue
    }
    return refuse('BAD_GATEWAY', 502, modelFailed(saidBy(one)))
  }
  if (unreadable) return refuse('BAD_GATEWAY', 502, MODEL_UNREADABLE)
  // Some servers say what went wrong in the middle of a stream as a bare text.
  if (typeof error === 'string') return refuse('BAD_GATEWAY', 502, modelFailed(cut(error)))
  return refuse('BAD_GATEWAY', 502, MODEL_UNREACHABLE)
}

/**
 * What is said of an answer that came to its end without a word.
 * @param reason why the model ended it; null when that is not known
 */
export function wordlessRefusal(reason: FinishReason | null): ORPCError<string, unknown> {
  const message =
    reason === 'content-filter' ? MODEL_HELD_BACK : reason === 'length' ? MODEL_WITHOUT_ROOM : MODEL_SAID_NOTHING
  return new ORPCError('BAD_GATEWAY', { status: 502, message })
}
