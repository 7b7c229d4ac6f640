import { isDeepStrictEqual } from 'node:util'
import {
  CHAT_BYTES_MAX,
  CHAT_CHANGED,
  CHAT_FULL,
  CHAT_MESSAGES_MAX,
  CHAT_NAME_MAX,
  CHAT_NOT_FOUND,
  CHATS_FULL,
  CHATS_MAX,
  type Chat,
  type ChatMessage,
  type ChatWithMessages,
  NEW_CHAT,
  type StoredMessage,
} from '@stoa/contract'
import type { Selectable } from 'kysely'
import type { StoreLike } from '../../store/store.ts'
import type { Tables } from '../../store/tables.ts'
import { audit } from '../audit.ts'
import { actorOf, type Context } from '../context.ts'
import { conflict, notFound } from '../errors.ts'

export type ChatRow = Selectable<Tables['assistant_chats']>

/** Characters of a question that become the name of its chat. */
const NAME_FROM_QUESTION = 60

const own = (tx: StoreLike, { scope }: Context) =>
  tx
    .selectFrom('assistant_chats')
    .selectAll()
    .where('project_id', '=', scope.project.id)
    .where('owner_id', '=', scope.caller.account.id)

/** A chat of the caller's own in the project, locked until the transaction ends; undefined when there is none. */
export const lockedChat = (tx: StoreLike, context: Context, id: string): Promise<ChatRow | undefined> =>
  own(tx, context).where('id', '=', id).forUpdate().executeTakeFirst()

/** A chat of the caller's own. @throws ORPCError 404 */
export async function chatRow(tx: StoreLike, context: Context, id: string): Promise<ChatRow> {
  const row = await own(tx, context).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(CHAT_NOT_FOUND)
  return row
}

const onWire = ({ platform }: Context, row: ChatRow, messages: number): Chat => ({
  id: row.id,
  name: row.name,
  share_results: row.share_results,
  version: row.version,
  message_count: messages,
  answering: platform.answers.isAnswering(row.id),
  inserted_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

/** The caller's chats in the project, the one that changed last first. */
export async function listChats(tx: StoreLike, context: Context): Promise<Chat[]> {
  const rows = await own(tx, context)
    .select((eb) =>
      eb
        .selectFrom('assistant_messages')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('chat_id', '=', 'assistant_chats.id')
        .as('messages'),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => onWire(context, row, Number(row.messages ?? 0)))
}

/** The messages of a chat, in their order. */
export async function messagesOf(tx: StoreLike, chatId: string): Promise<StoredMessage[]> {
  return tx
    .selectFrom('assistant_messages')
    .select(['id', 'role', 'parts', 'metadata'])
    .where('chat_id', '=', chatId)
    .orderBy('place')
    .execute()
}

/** A chat with its messages. @throws ORPCError 404 */
export async function chatWithMessages(tx: StoreLike, context: Context, id: string): Promise<ChatWithMessages> {
  const row = await chatRow(tx, context, id)
  const messages = await messagesOf(tx, id)
  return { ...onWire(context, row, messages.length), messages }
}

/** A chat without its messages. @throws ORPCError 404 */
export async function chatOf(tx: StoreLike, context: Context, id: string): Promise<Chat> {
  const row = await chatRow(tx, context, id)
  const { count } = await tx
    .selectFrom('assistant_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chat_id', '=', id)
    .executeTakeFirstOrThrow()
  return onWire(context, row, Number(count))
}

/** Notes in the audit log what a person did to a chat of theirs. What is talked about is not in it. */
export const auditChat = (tx: StoreLike, context: Context, happened: string, details: Record<string, unknown>) =>
  audit(tx, actorOf(context), {
    action: `assistant.chat_${happened}`,
    organization: context.scope.organization.slug,
    project: context.scope.project.ref,
    details,
  })

/**
 * Begins a chat.
 * @returns false when there is one of this id already, whoever's it is
 * @throws ORPCError 409 when the caller has as many as can be had
 */
export async function insertChat(
  tx: StoreLike,
  context: Context,
  chat: { id: string; name?: string | undefined; shareResults?: boolean | undefined },
): Promise<boolean> {
  const { project, caller } = context.scope
  const { count } = await tx
    .selectFrom('assistant_chats')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', project.id)
    .where('owner_id', '=', caller.account.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= CHATS_MAX) throw conflict(CHATS_FULL)
  const made = await tx
    .insertInto('assistant_chats')
    .values({
      id: chat.id,
      project_id: project.id,
      owner_id: caller.account.id,
      name: chat.name ?? NEW_CHAT,
      share_results: chat.shareResults ?? false,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  await auditChat(tx, context, 'created', { id: chat.id, share_results: chat.shareResults ?? false })
  return true
}

/** @throws ORPCError 409 with the present version when a chat has gone on since it was read */
export function demandVersion(row: ChatRow, version: number | null | undefined): void {
  if (version !== null && version !== undefined && version !== row.version)
    throw conflict(CHAT_CHANGED, { version: row.version })
}

/**
 * Makes these the messages of a chat. What is there already stays; from the first message that is another one on,
 * what was there is replaced.
 * @param changes `bump` counts it as a change that others have to hear of
 * @throws ORPCError 409 when they are too many or too large
 */
export async function saveMessages(
  tx: StoreLike,
  row: ChatRow,
  messages: readonly (ChatMessage | StoredMessage)[],
  { bump }: { bump: boolean },
): Promise<number> {
  const clean = messages.map((message) => storable(message) as StoredMessage)
  const size = clean.reduce((sum, message) => sum + Buffer.byteLength(JSON.stringify(message)), 0)
  if (clean.length > CHAT_MESSAGES_MAX || size > CHAT_BYTES_MAX) throw conflict(CHAT_FULL)
  const known = await messagesOf(tx, row.id)
  const same = clean.findIndex((message, place) => !isSame(message, known[place]))
  const from = same < 0 ? clean.length : same
  await tx.deleteFrom('assistant_messages').where('chat_id', '=', row.id).where('place', '>=', from).execute()
  if (from < clean.length)
    await tx
      .insertInto('assistant_messages')
      .values(
        clean.slice(from).map(({ id, role, parts, metadata }, index) => ({
          chat_id: row.id,
          place: from + index,
          id,
          role,
          parts: JSON.stringify(parts),
          metadata: JSON.stringify(metadata),
        })),
      )
      .execute()
  const version = row.version + (bump ? 1 : 0)
  const name = row.name === NEW_CHAT ? (nameFrom(clean) ?? NEW_CHAT) : row.name
  await tx
    .updateTable('assistant_chats')
    .set({ version, name, updated_at: new Date() })
    .where('id', '=', row.id)
    .execute()
  return version
}

const isSame = (message: StoredMessage, known: StoredMessage | undefined): boolean =>
  known !== undefined &&
  known.id === message.id &&
  known.role === message.role &&
  isDeepStrictEqual(known.parts, JSON.parse(JSON.stringify(message.parts)))

/** The first words of the first question; null when there are none. */
function nameFrom(messages: readonly StoredMessage[]): string | null {
  const question = messages.find(({ role }) => role === 'user')
  const text = question?.parts.find((part) => part.type === 'text')?.text
  if (typeof text !== 'string') return null
  const line = [
    ...text
      .replace(/\p{C}+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
  const name =
    line.length > NAME_FROM_QUESTION ? `${line.slice(0, NAME_FROM_QUESTION).join('').trimEnd()}…` : line.join('')
  return name === '' ? null : name.slice(0, CHAT_NAME_MAX)
}

/** The value without what the control database cannot hold: NUL, and halves of surrogate pairs. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [storable(key), storable(one)]))
}
