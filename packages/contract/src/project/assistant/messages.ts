import * as z from 'zod'
import { CHAT_MESSAGES_MAX } from './assistant.ts'

/** What is noted about a message of the assistant's. */
export const MessageMetadata = z.object({
  createdAt: z.string().optional(),
  /** Names of the database were sent to the model for it. */
  schema: z.boolean().optional(),
  /** Values of the database were sent to the model for it. */
  results: z.boolean().optional(),
  /** Its answer was cut off: stopped by the person, or broken by an error. */
  stopped: z.boolean().optional(),
  /** Why the model's server ended it before it was whole: it became too long, or something was held back. */
  ended: z.enum(['length', 'filter']).optional(),
  /** The version of the chat that this message made, in the stream's last part. */
  version: z.number().int().optional(),
})
export type MessageMetadata = z.infer<typeof MessageMetadata>

/** A message as `@ai-sdk/react` keeps it. `content` is what older callers send in place of parts. */
export const ChatMessage = z
  .object({
    id: z.string().min(1).max(100),
    role: z.enum(['user', 'assistant']),
    parts: z
      .array(z.looseObject({ type: z.string().max(100) }))
      .max(1_000)
      .optional(),
    content: z.string().optional(),
    createdAt: z.string().max(100).optional(),
    metadata: MessageMetadata.optional(),
  })
  .transform(({ content, createdAt, parts, metadata, ...message }) => ({
    ...message,
    parts: parts ?? (content === undefined ? [] : [{ type: 'text', text: content }]),
    metadata: { ...metadata, ...(createdAt !== undefined && metadata?.createdAt === undefined && { createdAt }) },
  }))
export type ChatMessage = z.output<typeof ChatMessage>

export const ChatMessages = z.array(ChatMessage).max(CHAT_MESSAGES_MAX, 'These are too many messages')

/** A message as it is kept and given back. */
export const StoredMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(z.looseObject({ type: z.string() })),
  metadata: MessageMetadata,
})
export type StoredMessage = z.infer<typeof StoredMessage>
