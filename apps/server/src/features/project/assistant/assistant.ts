import { randomUUID } from 'node:crypto'
import { ASSISTANT_DISABLED, CHAT_BUSY, CHAT_EXISTS, CHAT_NOT_FOUND, NO_MODEL } from '@stoa/contract'
import {
  auditChat,
  type ChatRow,
  chatOf,
  chatRow,
  chatWithMessages,
  demandVersion,
  insertChat,
  listChats,
  lockedChat,
  messagesOf,
  saveMessages,
} from '../../../core/ai/chats.ts'
import { isDisabled, usableModel } from '../../../core/ai/settings.ts'
import { organizationForbids } from '../../../core/ai/sharing.ts'
import { api, type Context } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { StoreLike } from '../../../store/store.ts'

const { chats: routes } = api.project.assistant

/** Changes a chat of the caller's own in one transaction. @throws ORPCError 404, 409 while it is being answered in */
const changing = (context: Context, id: string, change: (tx: StoreLike, row: ChatRow) => Promise<unknown>) =>
  context.platform.store.transaction().execute(async (tx) => {
    const row = await lockedChat(tx, context, id)
    if (!row) throw notFound(CHAT_NOT_FOUND)
    await change(tx, row)
    return row
  })

function demandQuiet({ platform }: Context, id: string): void {
  if (platform.answers.isAnswering(id)) throw conflict(CHAT_BUSY)
}

export const assistant = {
  get: api.project.assistant.get.handler(async ({ context }) => {
    const { platform, scope } = context
    const disabled = isDisabled(platform.config)
    const model = await usableModel(platform, scope.organization.id)
    const forbidden = organizationForbids(scope.organization)
    const message = disabled ? ASSISTANT_DISABLED : model === null ? NO_MODEL : null
    // Whoever looks is about to ask: what asks a model takes a moment to load.
    if (message === null) void import('../../../core/ai/model.ts').catch(() => {})
    return {
      ready: message === null,
      message,
      disabled,
      model: model && {
        name: model.model,
        source: model.source,
        can_call_tools: model.capabilities?.tools ?? null,
      },
      metadata: { allowed: forbidden === null, why_not: forbidden },
    }
  }),

  chats: {
    list: routes.list.handler(({ context }) => listChats(context.platform.store, context)),

    create: routes.create.handler(async ({ input, context }) => {
      const id = input.id ?? randomUUID()
      const { store } = context.platform
      const made = await store
        .transaction()
        .execute((tx) => insertChat(tx, context, { id, name: input.name, shareResults: input.share_results }))
      if (!made) throw conflict(CHAT_EXISTS)
      return chatOf(store, context, id)
    }),

    get: routes.get.handler(({ input, context }) => chatWithMessages(context.platform.store, context, input.id)),

    update: routes.update.handler(async ({ input, context }) => {
      const changes = {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.share_results !== undefined && { share_results: input.share_results }),
      }
      await changing(context, input.id, async (tx) => {
        if (Object.keys(changes).length === 0) return
        await tx.updateTable('assistant_chats').set(changes).where('id', '=', input.id).execute()
        await auditChat(tx, context, 'updated', {
          id: input.id,
          changed: Object.keys(changes),
          ...(input.share_results !== undefined && { share_results: input.share_results }),
        })
      })
      return chatOf(context.platform.store, context, input.id)
    }),

    remove: routes.remove.handler(async ({ input, context }) => {
      await changing(context, input.id, async (tx) => {
        await tx.deleteFrom('assistant_chats').where('id', '=', input.id).execute()
        await auditChat(tx, context, 'deleted', { id: input.id })
      })
      context.platform.answers.stop(input.id)
      return { id: input.id }
    }),

    append: routes.append.handler(async ({ input, context }) => {
      demandQuiet(context, input.id)
      await changing(context, input.id, async (tx, row) => {
        demandVersion(row, input.version)
        await saveMessages(tx, row, [...(await messagesOf(tx, row.id)), ...input.messages], { bump: true })
      })
      return chatOf(context.platform.store, context, input.id)
    }),

    clear: routes.clear.handler(async ({ input, context }) => {
      demandQuiet(context, input.id)
      await changing(context, input.id, async (tx, row) => {
        await saveMessages(tx, row, [], { bump: true })
        await auditChat(tx, context, 'cleared', { id: input.id })
      })
      return chatOf(context.platform.store, context, input.id)
    }),

    follow: routes.follow.handler(async ({ input, context }) => {
      const { platform, reply } = context
      await chatRow(platform.store, context, input.id)
      const { streamResponse } = await import('../../../core/ai/response.ts')
      const followed = platform.answers.follow(input.id)
      reply.response = followed === null ? new Response(null, { status: 204 }) : streamResponse(followed)
    }),

    stop: routes.stop.handler(async ({ input, context }) => {
      const { platform } = context
      await chatRow(platform.store, context, input.id)
      platform.answers.stop(input.id)
      return chatOf(platform.store, context, input.id)
    }),
  },
}
