import { NEW_CHAT } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { client, orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { useValue } from '../../../parts/value/value.ts'
import { currentChat, type ListedChat } from './chat-list.ts'
import { choicesOf, useWhose } from './choices.ts'
import { type AssistantMessage, forgetSession, hasBegun, keptMessages, type Session } from './session.ts'

const UNDO_MS = 12_000
/** How often an answer that another tab is waiting for is looked for, in ms. */
const ELSEWHERE_MS = 1_000
const SOON_MS = 700
const STATE_FRESH_MS = 10_000

const listOptions = (ref: string) => orpc.project.assistant.chats.list.queryOptions({ input: { ref } })
const chatOptions = (ref: string, id: string) => orpc.project.assistant.chats.get.queryOptions({ input: { ref, id } })

/** Says in every tab of this browser, and hears, that the server has something new of the chats. */
function useNews(ref: string): () => void {
  const queries = useQueryClient()
  const refresh = useCallback(() => {
    void queries.invalidateQueries({ queryKey: orpc.project.assistant.chats.key() })
  }, [queries])
  useEffect(() => {
    const channel = new BroadcastChannel(`stoa-assistant ${ref}`)
    let timer: ReturnType<typeof setTimeout> | undefined
    // A question that was just sent may not be on the server yet.
    channel.onmessage = () => {
      refresh()
      clearTimeout(timer)
      timer = setTimeout(refresh, SOON_MS)
    }
    return () => {
      clearTimeout(timer)
      channel.close()
    }
  }, [ref, refresh])
  return useCallback(() => {
    refresh()
    const channel = new BroadcastChannel(`stoa-assistant ${ref}`)
    channel.postMessage('changed')
    channel.close()
  }, [ref, refresh])
}

/** The chats of a project with what can be done to them, and the one that is shown. */
export function useChats(ref: string) {
  const queries = useQueryClient()
  const choices = choicesOf(useWhose(ref))
  const { chat: kept, fresh: freshId } = useValue(choices)
  const list = useQuery({ ...listOptions(ref), refetchOnWindowFocus: true })
  const changed = useNews(ref)
  const stored = list.data ?? []
  const currentId = currentChat(stored, kept, freshId)
  const isFresh = !stored.some(({ id }) => id === currentId)
  const all: readonly ListedChat[] = isFresh
    ? [{ id: freshId, name: NEW_CHAT, message_count: 0, answering: false }, ...stored]
    : stored
  const choose = (id: string) => choices.set({ ...choices.get(), chat: id })

  /** Runs a change. @returns whether it was made */
  async function change(what: string, run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run()
      return true
    } catch (error) {
      toast.error({ title: what, description: errorMessage(error) })
      return false
    } finally {
      changed()
    }
  }

  return {
    all,
    isPending: list.isPending,
    error: list.error,
    isRetrying: list.isFetching,
    retry: () => void list.refetch(),
    current: all.find(({ id }) => id === currentId) ?? all[0],
    currentId,
    isFresh,
    changed,
    choose,
    /** Goes to an empty chat; there is never more than one. */
    begin() {
      const isBegun = hasBegun(ref, freshId) || stored.some(({ id }) => id === freshId)
      const fresh = isBegun ? crypto.randomUUID() : freshId
      choices.set({ ...choices.get(), fresh, chat: fresh })
    },
    rename: (id: string, name: string) =>
      change('Renaming failed', () => client.project.assistant.chats.update({ ref, id, name })),
    async remove(chat: ListedChat): Promise<void> {
      if (chat.id === freshId && isFresh) return choose(stored[0]?.id ?? freshId)
      const gone = await change('Deleting failed', async () => {
        const { messages } = await client.project.assistant.chats.get({ ref, id: chat.id })
        await client.project.assistant.chats.remove({ ref, id: chat.id })
        forgetSession(ref, chat.id)
        // Brought back, it counts its versions from the beginning.
        queries.removeQueries({ queryKey: chatOptions(ref, chat.id).queryKey })
        toast.success({
          title: `Deleted “${chat.name}”`,
          duration: UNDO_MS,
          action: { label: 'Undo', onClick: () => void bringBack(chat, messages as AssistantMessage[]) },
        })
      })
      if (gone && chat.id === currentId) choose(stored.find(({ id }) => id !== chat.id)?.id ?? freshId)
    },
    /** Empties a chat, which can be undone for a moment. */
    async clear(session: Session): Promise<void> {
      const { messages } = session.chat
      await change('Clearing failed', async () => {
        await session.stop()
        session.emptied((await client.project.assistant.chats.clear({ ref, id: session.id })).version)
        toast.success({
          title: 'Cleared the messages of this chat',
          duration: UNDO_MS,
          action: {
            label: 'Undo',
            onClick: () =>
              void change('Bringing the messages back failed', () =>
                client.project.assistant.chats.append({ ref, id: session.id, messages: keptMessages(messages) }),
              ),
          },
        })
      })
    },
  }

  async function bringBack(chat: ListedChat, messages: AssistantMessage[]): Promise<void> {
    await change('Bringing the chat back failed', async () => {
      await client.project.assistant.chats.create({ ref, id: chat.id, name: chat.name })
      if (messages.length > 0)
        await client.project.assistant.chats.append({ ref, id: chat.id, messages: keptMessages(messages) })
      choose(chat.id)
    })
  }
}
export type Chats = ReturnType<typeof useChats>

/** Keeps a session equal to what the server has of its chat. */
export function useStored(ref: string, session: Session, isFresh: boolean, isBusy: boolean) {
  const { data, error, isPending, refetch, isFetching, dataUpdatedAt } = useQuery({
    ...chatOptions(ref, session.id),
    enabled: !isFresh,
    refetchOnWindowFocus: true,
    refetchInterval: (query) => (query.state.data?.answering && !isBusy ? ELSEWHERE_MS : false),
  })
  useEffect(() => {
    if (data === undefined) return
    session.take(data)
    if (data.answering && dataUpdatedAt > session.endedAt) void session.follow()
  }, [data, dataUpdatedAt, session])
  return {
    /** Nothing is known of it yet. */
    isPending: !isFresh && isPending && session.chat.messages.length === 0,
    error,
    refetch,
    isFetching,
    /** The assistant is answering in another tab. */
    isElsewhere: !isBusy && data?.answering === true && dataUpdatedAt > session.endedAt,
    shareResults: data?.share_results ?? session.shareResults,
  }
}

/** What the panel has to know before anything is asked. */
export const useAssistantState = (ref: string) =>
  useQuery({
    ...orpc.project.assistant.get.queryOptions({ input: { ref } }),
    refetchOnWindowFocus: true,
    staleTime: STATE_FRESH_MS,
  })
