import type { Chat } from '@stoa/contract'

/** The list gets a height of its own when there are more chats than this. */
export const LIST_MAX = 4

/** A chat as the list shows it; one that the server does not have yet has no messages. */
export type ListedChat = Pick<Chat, 'id' | 'name' | 'message_count' | 'answering'>

/** Chats whose name has some words in it. */
export function findChats(chats: readonly ListedChat[], words: string): readonly ListedChat[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return chats.filter(({ name }) => wanted.every((word) => name.toLowerCase().includes(word)))
}

/**
 * Which chat is shown: the one that was shown last, as long as it is there, or else the newest.
 * @param fresh the chat that has not begun
 */
export function currentChat(chats: readonly ListedChat[], kept: string | null, fresh: string): string {
  if (kept === fresh || chats.length === 0) return fresh
  return chats.find(({ id }) => id === kept)?.id ?? chats[0]?.id ?? fresh
}
