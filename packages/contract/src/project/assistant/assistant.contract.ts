import * as z from 'zod'
import { MODEL_SOURCES } from '../../ai/model.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { name } from '../../text.ts'
import { assistantPermissions, CHAT_NAME_MAX, CHAT_NOT_FOUND, METADATA_REASONS } from './assistant.ts'
import { ChatMessages, StoredMessage } from './messages.ts'

const ASSISTANT = { tags: ['Assistant'] }
const PATH = '/platform/projects/{ref}/assistant'

/** What the panel has to know before anything is asked. */
export const AssistantState = z.object({
  /** Whether something can be asked. */
  ready: z.boolean(),
  /** Why nothing can be asked: the banner's text; null when something can. */
  message: z.string().nullable(),
  /** The operator has turned the assistant off. */
  disabled: z.boolean(),
  model: z
    .object({
      name: z.string(),
      source: z.enum(MODEL_SOURCES),
      /** Null when the model was never tried. */
      can_call_tools: z.boolean().nullable(),
    })
    .nullable(),
  metadata: z.object({
    /** Whether names of the database may be sent to the model, if the person wants it. */
    allowed: z.boolean(),
    why_not: z.enum(METADATA_REASONS).nullable(),
  }),
})
export type AssistantState = z.infer<typeof AssistantState>

export const getAssistant = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'GET', path: PATH, summary: 'Whether the assistant can be asked' })
  .input(z.object({ ref: Ref }))
  .output(AssistantState)

/** A chat without its messages. */
export const Chat = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the model may be given what queries of this chat result in. */
  share_results: z.boolean(),
  /** Counts the changes of its messages. */
  version: z.number().int(),
  message_count: z.number().int(),
  /** An answer is on its way, here or in another tab. */
  answering: z.boolean(),
  inserted_at: z.string(),
  updated_at: z.string(),
})
export type Chat = z.infer<typeof Chat>

export const ChatWithMessages = Chat.extend({ messages: z.array(StoredMessage) })
export type ChatWithMessages = z.infer<typeof ChatWithMessages>

const ChatId = z.uuid(CHAT_NOT_FOUND)
const ByChat = z.object({ ref: Ref, id: ChatId })
const ChatName = name('The name of a chat', CHAT_NAME_MAX)

/** The caller's own chats in the project, the one that changed last first. */
export const listChats = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'GET', path: `${PATH}/chats`, summary: 'Own chats with the assistant' })
  .input(z.object({ ref: Ref }))
  .output(z.array(Chat))

/** Begins a chat, with an id that the page chose. */
export const createChat = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'POST', path: `${PATH}/chats`, summary: 'Begin a chat', successStatus: 201 })
  .input(
    z.object({ ref: Ref, id: ChatId.optional(), name: ChatName.optional(), share_results: z.boolean().optional() }),
  )
  .output(Chat)

export const getChat = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'GET', path: `${PATH}/chats/{id}`, summary: 'A chat with its messages' })
  .input(ByChat)
  .output(ChatWithMessages)

/** Renames a chat, or says whether the model may be given results. */
export const updateChat = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'PATCH', path: `${PATH}/chats/{id}`, summary: 'Change a chat' })
  .input(ByChat.extend({ name: ChatName.optional(), share_results: z.boolean().optional() }))
  .output(Chat)

export const deleteChat = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'DELETE', path: `${PATH}/chats/{id}`, summary: 'Delete a chat' })
  .input(ByChat)
  .output(z.object({ id: z.string() }))

/** Adds messages at the end. Asking the assistant with `chatId` does it by itself. */
export const appendMessages = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'POST', path: `${PATH}/chats/{id}/messages`, summary: 'Add messages to a chat' })
  .input(
    ByChat.extend({
      messages: ChatMessages.min(1, 'There is no message to add'),
      /** The version that the messages follow; left out, they follow whatever is there. */
      version: z.number().int().optional(),
    }),
  )
  .output(Chat)

/** Removes all messages of a chat. */
export const clearMessages = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'DELETE', path: `${PATH}/chats/{id}/messages`, summary: 'Empty a chat' })
  .input(ByChat)
  .output(Chat)

/**
 * The answer that is on its way in a chat, from its beginning on and as whoever asked reads it, for pages that come to
 * it later. Without one the answer is empty, with status 204.
 */
export const followAnswer = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'GET', path: `${PATH}/chats/{id}/stream`, summary: 'Follow the answer of a chat' })
  .input(ByChat)
  .output(z.void())

/**
 * Stops the answer that is on its way. An answer of a chat goes on when its page is left or loaded again, so closing
 * the connection alone does not stop it. What has come of it stays.
 */
export const stopAnswer = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'POST', path: `${PATH}/chats/{id}/stop`, summary: 'Stop the answer of a chat' })
  .input(ByChat)
  .output(Chat)
