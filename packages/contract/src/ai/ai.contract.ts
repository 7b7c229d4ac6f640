import * as z from 'zod'
import {
  ASSISTANT_SCHEMAS_MAX,
  assistantPermissions,
  CHAT_NOT_FOUND,
  MESSAGES_REQUIRED,
  PROMPT_MAX,
} from '../project/assistant/assistant.ts'
import { ChatMessages } from '../project/assistant/messages.ts'
import { accountRoute, route } from '../route.ts'
import { Ref } from '../schemas.ts'

const ASSISTANT = { tags: ['Assistant'] }
const identifier = z.string().min(1).max(63)

/** What a call says about the database. Names are sent to the model only when the organization agreed to it. */
const Metadata = {
  projectRef: Ref,
  /** Whether the person lets names of the database be sent. */
  includeSchemaMetadata: z.boolean().default(false),
  /** Taken for compatibility; the platform connects by itself, as a role that can only read. */
  connectionString: z.string().max(10_000).nullish(),
  /** The schemas that the assistant may look at; `public` when none is named. */
  schema: z
    .union([identifier, z.array(identifier).max(ASSISTANT_SCHEMAS_MAX)], {
      error: `Name one schema, or a list of at most ${ASSISTANT_SCHEMAS_MAX}`,
    })
    .nullish(),
}

/** Address of the chat, for `@ai-sdk/react`. */
export const GENERATE_PATH = '/ai/sql/generate-v3'

/**
 * Answers a chat, as a UI message stream (`text/event-stream`). What fails before the model's first word is a JSON
 * body with a message; what fails later is an `error` part of the stream. With `chatId` the messages and the answer
 * are kept in that chat, whether or not the page is still there.
 */
export const generate = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'POST', path: GENERATE_PATH, summary: 'Ask the assistant, streamed' })
  .input(
    z.object({
      ...Metadata,
      /** The table that the person is looking at. */
      table: identifier.nullish(),
      messages: ChatMessages.min(1, MESSAGES_REQUIRED),
      chatId: z.uuid(CHAT_NOT_FOUND).nullish(),
      /** The version of the chat that the messages were made from; another one is refused with 409. */
      chatVersion: z.number().int().nullish(),
    }),
  )
  .output(z.void())

/** Where the cursor is and what is wanted there. */
export const CompletionMetadata = z.object({
  textBeforeCursor: z.string().max(PROMPT_MAX).default(''),
  textAfterCursor: z.string().max(PROMPT_MAX).default(''),
  language: z.string().max(50).default('pgsql'),
  /** What was asked for; empty continues the text. */
  prompt: z.string().max(PROMPT_MAX).default(''),
  selection: z.string().max(PROMPT_MAX).default(''),
})
export type CompletionMetadata = z.infer<typeof CompletionMetadata>

/** Completes a text: what stands in place of the selection, or at the cursor. */
export const complete = route(assistantPermissions.use)
  .route({ ...ASSISTANT, method: 'POST', path: '/ai/sql/complete', summary: 'Complete SQL' })
  .input(z.object({ ...Metadata, completionMetadata: CompletionMetadata }))
  .output(z.object({ completion: z.string() }))

/** Names a query. With a project, its organization's model is asked; otherwise the platform's. */
export const title = accountRoute
  .route({ ...ASSISTANT, method: 'POST', path: '/ai/sql/title', summary: 'A title for SQL' })
  .input(
    z.object({
      sql: z
        .string()
        .max(PROMPT_MAX, 'This SQL is longer than 100,000 characters')
        .refine((sql) => sql.trim() !== '', 'There is no SQL to name'),
      projectRef: Ref.nullish(),
    }),
  )
  .output(z.object({ title: z.string() }))

/** Whether a model is set up that can be asked. Says what is missing when there is none. */
export const checkApiKey = accountRoute
  .route({ ...ASSISTANT, method: 'GET', path: '/ai/sql/check-api-key', summary: 'Whether a model is set up' })
  .input(z.object({ projectRef: Ref.optional() }))
  .output(z.object({ hasKey: z.boolean(), message: z.string().nullable() }))
