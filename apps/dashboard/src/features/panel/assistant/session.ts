import { Chat } from '@ai-sdk/react'
import {
  ASSISTANT_DEFAULT_SCHEMA,
  type ChatWithMessages,
  type GENERATE_PATH,
  type MessageMetadata,
} from '@stoa/contract'
import { toast } from '@stoa/ui'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { client } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { apiFetch } from '../../../api/fetch.ts'
import { asked } from '../../../parts/assistant/ask.ts'
import { createValue, type Value } from '../../../parts/value/value.ts'
import { choicesOf } from './choices.ts'
import { readSnippetText } from './snippets.ts'
import { tableInView } from './table-in-view.ts'

/** A message as the page keeps it. */
export type AssistantMessage = UIMessage<MessageMetadata>

// The contract's own constant would bring its schemas along, so it is written out and held equal by its type.
const PATH: typeof GENERATE_PATH = '/ai/sql/generate-v3'
/** How often, and how long apart in ms, it is asked whether an answer that was stopped has been put away. */
const SETTLE_TRIES = 20
const SETTLE_MS = 250

/** The server refused to answer. */
class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** A chat as this page knows it. It goes on while the panel is closed. */
export type Session = {
  readonly id: string
  readonly chat: Chat<AssistantMessage>
  /** What is to be said below the messages about the last question, when it was not answered. */
  readonly failure: Value<string | null>
  /** Takes what the server has, unless this page has something newer. */
  take(stored: ChatWithMessages): void
  /** Notes that the server has emptied the chat. */
  emptied(version: number): void
  /** Sends a question, or another one in place of one that was sent. */
  send(parts: readonly string[], instead?: string): Promise<void>
  /** Asks for the last answer once more. */
  retry(): Promise<void>
  /** Reads the answer along that another page is waiting for, from its beginning; nothing happens without one. */
  follow(): Promise<void>
  /** Stops the answer, wherever it is waited for. What has come of it stays. */
  stop(): Promise<void>
  /** Whether the model may be given results, from the first message on. */
  shareResults: boolean
  /** When this page last stopped waiting for an answer, in ms since 1970: what was known before says nothing of now. */
  endedAt: number
}

const sessions = new Map<string, Session>()

/**
 * The session of a chat.
 * @param whose as `useWhose` gives it
 * @param isFresh whether the server does not have the chat yet
 * @param changed is called when the server has something new of it
 */
export function sessionOf(ref: string, id: string, whose: string, isFresh: boolean, changed: () => void): Session {
  const key = `${ref} ${id}`
  const known = sessions.get(key)
  if (known !== undefined) return known
  const made = createSession(ref, id, whose, isFresh, changed)
  sessions.set(key, made)
  return made
}

/** Whether something was asked in a chat, also while the server's list does not have it yet. */
export const hasBegun = (ref: string, id: string): boolean =>
  (sessions.get(`${ref} ${id}`)?.chat.messages.length ?? 0) > 0

/** Lets go of a chat that is gone. */
export const forgetSession = (ref: string, id: string): void => void sessions.delete(`${ref} ${id}`)

/** Messages as they are sent to be kept. */
export const keptMessages = (messages: readonly AssistantMessage[]) =>
  messages.flatMap(({ id, role, parts, metadata }) =>
    role === 'system' ? [] : [{ id, role, parts: parts.map((part) => ({ ...part })), ...(metadata && { metadata }) }],
  )

const wordsOf = (message: AssistantMessage | undefined): string =>
  (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : part.type)).join('\n')

/** Whether two states of a chat end with the same words. */
const sameQuestion = (some: readonly AssistantMessage[], others: readonly AssistantMessage[]): boolean =>
  some.length === others.length && wordsOf(some.at(-1)) === wordsOf(others.at(-1))

const isBusy = ({ status }: Chat<AssistantMessage>): boolean => status === 'submitted' || status === 'streaming'

function createSession(ref: string, id: string, whose: string, isFresh: boolean, changed: () => void): Session {
  let version = -1
  let isKept = !isFresh
  /** An answer was broken off: the server's version is not known until it has put away what there is. */
  let isUnsure = false
  let isFollowing = false
  const failure = createValue<string | null>(null)

  const transport = new DefaultChatTransport<AssistantMessage>({
    api: `/api${PATH}`,
    fetch: ask,
    prepareReconnectToStreamRequest: () => ({ api: `/api/platform/projects/${ref}/assistant/chats/${id}/stream` }),
    prepareSendMessagesRequest: ({ messages }) => {
      const { schemas, sharesMetadata } = choicesOf(whose).get()
      return {
        body: {
          projectRef: ref,
          includeSchemaMetadata: sharesMetadata,
          schema: schemas.length === 0 ? [ASSISTANT_DEFAULT_SCHEMA] : schemas,
          table: tableInView(schemas),
          messages,
          chatId: id,
          ...(version >= 0 && { chatVersion: version }),
        },
      }
    },
  })
  const chat: Chat<AssistantMessage> = new Chat({
    id,
    transport,
    onFinish({ message, isAbort, isError, isDisconnect }) {
      session.endedAt = Date.now()
      const reached = message.metadata?.version
      if (reached === undefined || isAbort || isError || isDisconnect) isUnsure = true
      else version = Math.max(version, reached)
      changed()
    },
    onError(error) {
      isUnsure = true
      const words = errorMessage(error)
      failure.set(words)
      toast.error(`Failed to generate: ${words}`)
      // Somebody went on elsewhere: what was written comes back into the input, below what there is now.
      if (error instanceof Refused && error.status === 409) giveBack()
      changed()
    },
  })

  function giveBack(): void {
    const last = chat.lastMessage
    if (last?.role !== 'user') return
    const texts = last.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
    const snippets = texts.flatMap((text) => readSnippetText(text) ?? [])
    asked.set({ prompt: texts.filter((text) => readSnippetText(text) === null).join('\n\n'), snippets })
    chat.messages = chat.messages.slice(0, -1)
    failure.set(null)
    version = -1
  }

  function take(stored: ChatWithMessages): void {
    isKept = true
    // What was broken off is shown until the server has put it away.
    if (isBusy(chat) || (stored.answering && isUnsure)) return
    // A question that was asked in another tab makes no version before it is answered.
    const isAsked = stored.answering && !sameQuestion(stored.messages as AssistantMessage[], chat.messages)
    if (stored.version < version || (stored.version === version && !isAsked)) return
    version = stored.version
    isUnsure = false
    chat.messages = stored.messages as AssistantMessage[]
  }

  /** Waits until the server has put away what was broken off. */
  async function settle(): Promise<void> {
    if (!isUnsure || !isKept) return
    for (let tries = 0; tries < SETTLE_TRIES; tries++) {
      const stored = await client.project.assistant.chats.get({ ref, id })
      if (!stored.answering) {
        version = stored.version
        isUnsure = false
        return
      }
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    }
  }

  async function prepared(): Promise<boolean> {
    failure.set(null)
    try {
      if (!isKept) {
        const made = await client.project.assistant.chats.create({ ref, id, share_results: session.shareResults })
        isKept = true
        version = made.version
        changed()
      }
      await settle()
      return true
    } catch (error) {
      toast.error(`Failed to generate: ${errorMessage(error)}`)
      return false
    }
  }

  const session: Session = {
    id,
    chat,
    failure,
    take,
    emptied(now) {
      version = now
      isUnsure = false
      failure.set(null)
      chat.messages = []
    },
    shareResults: false,
    endedAt: 0,
    async send(texts, instead) {
      if (isBusy(chat)) return
      const parts = texts.map((text) => ({ type: 'text' as const, text }))
      const metadata = { createdAt: new Date().toISOString() }
      if (!(await prepared())) {
        const snippets = texts.flatMap((text) => readSnippetText(text) ?? [])
        asked.set({ prompt: texts.filter((text) => readSnippetText(text) === null).join('\n\n'), snippets })
        return
      }
      changed()
      await chat.sendMessage({ role: 'user', parts, metadata, ...(instead !== undefined && { messageId: instead }) })
    },
    async retry() {
      if (isBusy(chat) || !(await prepared())) return
      changed()
      await chat.regenerate()
    },
    async follow() {
      if (isFollowing || isUnsure || isBusy(chat) || chat.lastMessage?.role !== 'user') return
      // A browser has few connections to one server, and all of its tabs share them.
      if (document.visibilityState !== 'visible') return
      isFollowing = true
      try {
        await chat.resumeStream()
      } finally {
        isFollowing = false
      }
    },
    async stop() {
      // An answer goes on when its page is left, so the server has to be told.
      if (isKept) await client.project.assistant.chats.stop({ ref, id }).catch(() => {})
      await chat.stop()
      changed()
    },
  }
  return session
}

/** Asks the server, whose refusal is a sentence. An answer that cannot be read along is read once it is whole. */
async function ask(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  if (init?.method === 'GET') {
    const followed = await apiFetch(input, init).catch(() => null)
    return followed?.ok ? followed : new Response(null, { status: 204 })
  }
  const response = await apiFetch(input, init)
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => null)
  const said = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : null
  throw new Refused(response.status, typeof said === 'string' ? said : `The server answered ${response.status}`)
}
