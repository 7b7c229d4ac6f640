import { expect, test } from 'vitest'
import { currentChat, findChats } from './chat-list.ts'

const chat = (id: string, name: string) => ({ id, name, message_count: 1, answering: false })
const CHATS = [chat('a', 'Calls per day'), chat('b', 'Policies of calls')]

test('chats are found by words of their names', () => {
  expect(findChats(CHATS, '').map(({ id }) => id)).toEqual(['a', 'b'])
  expect(findChats(CHATS, 'CALLS of').map(({ id }) => id)).toEqual(['b'])
  expect(findChats(CHATS, 'nothing')).toEqual([])
})

test('the chat that was shown last is shown again, as long as it is there', () => {
  expect(currentChat(CHATS, 'b', 'new')).toBe('b')
  expect(currentChat(CHATS, 'gone', 'new')).toBe('a')
  expect(currentChat(CHATS, null, 'new')).toBe('a')
  expect(currentChat(CHATS, 'new', 'new')).toBe('new')
  expect(currentChat([], 'gone', 'new')).toBe('new')
})
