import { ASSISTANT_DISABLED, assistantPermissions, CONTENT_NAME_MAX, NO_MODEL } from '@stoa/contract'
import { isDisabled, type UsableModel, usableModel } from '../../core/ai/settings.ts'
import { sharingOf } from '../../core/ai/sharing.ts'
import { api, type Context } from '../../core/context.ts'
import { conflict, tooMany } from '../../core/errors.ts'
import { guard } from '../../core/guard.ts'
import {
  completionInstructions,
  completionPrompt,
  KNOWN_MAX,
  TITLE_INSTRUCTIONS,
  titleFrom,
  withoutFence,
} from './instructions.ts'
import { models } from './models.ts'
import { tablesAsText } from './tools/catalog.ts'

// What asks a model is loaded when somebody asks: it is large, and many platforms have no model.

/** Most characters around the cursor that are sent: what is far away says little. */
const AROUND_MAX = 20_000

/** The model that is to be asked. @throws ORPCError 409 when there is none, 429 when too much was asked */
async function demandModel({ platform, scope }: Context, organizationId: number | null): Promise<UsableModel> {
  if (isDisabled(platform.config)) throw conflict(ASSISTANT_DISABLED)
  const usable = await usableModel(platform, organizationId)
  if (usable === null) throw conflict(NO_MODEL)
  if (!platform.answers.allow(scope.caller.account.id)) throw tooMany()
  return usable
}

/** The organization whose model is asked where a project need not be named; null for none. */
async function organizationOfProject(context: Context, projectRef: string | null | undefined): Promise<number | null> {
  if (projectRef === null || projectRef === undefined) return null
  await guard(assistantPermissions.use, context, { ref: projectRef })
  return context.scope.organization.id
}

export const ai = {
  ...models,

  generate: api.ai.generate.handler(async ({ input, context }) => {
    const usable = await demandModel(context, context.scope.organization.id)
    const { answer } = await import('./generate.ts')
    context.reply.response = await answer(context, input, usable)
  }),

  complete: api.ai.complete.handler(async ({ input, context }) => {
    const { scope, request } = context
    const usable = await demandModel(context, scope.organization.id)
    const sharing = sharingOf(scope.organization, {
      metadata: input.includeSchemaMetadata,
      results: false,
      schema: input.schema ?? null,
    })
    const known = sharing.metadata
      ? await tablesAsText({ context, sharing, signal: request.signal }, KNOWN_MAX).catch(() => null)
      : null
    const { textBeforeCursor, textAfterCursor, ...rest } = input.completionMetadata
    const at = {
      ...rest,
      textBeforeCursor: textBeforeCursor.slice(-AROUND_MAX),
      textAfterCursor: textAfterCursor.slice(0, AROUND_MAX),
    }
    const { ask } = await import('./short.ts')
    const text = await ask(context, usable, {
      instructions: completionInstructions(at, known),
      prompt: completionPrompt(at),
    })
    return { completion: withoutFence(text) }
  }),

  title: api.ai.title.handler(async ({ input, context }) => {
    const usable = await demandModel(context, await organizationOfProject(context, input.projectRef))
    const { ask } = await import('./short.ts')
    const text = await ask(context, usable, {
      instructions: TITLE_INSTRUCTIONS,
      prompt: `<sql>\n${input.sql.slice(0, AROUND_MAX)}\n</sql>`,
    })
    return { title: titleFrom(text, CONTENT_NAME_MAX) }
  }),

  checkApiKey: api.ai.checkApiKey.handler(async ({ input, context }) => {
    if (isDisabled(context.platform.config)) return { hasKey: false, message: ASSISTANT_DISABLED }
    const organizationId = await organizationOfProject(context, input.projectRef)
    const usable = await usableModel(context.platform, organizationId)
    return usable === null ? { hasKey: false, message: NO_MODEL } : { hasKey: true, message: null }
  }),
}
