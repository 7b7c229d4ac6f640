import { generateText } from 'ai'
import { languageModel, modelRefusal } from '../../core/ai/model.ts'
import type { UsableModel } from '../../core/ai/settings.ts'
import type { Context } from '../../core/context.ts'

/** Longest that a short answer takes, in milliseconds: somebody waits for it while typing. */
const SHORT_MS = 60_000

/** One short answer of a model. @throws ORPCError in the words of `modelRefusal` */
export async function ask(
  { platform, request }: Context,
  usable: UsableModel,
  what: { instructions: string; prompt: string },
): Promise<string> {
  const model = languageModel(usable, Math.min(platform.config.modelTimeout * 1000, SHORT_MS))
  try {
    const { text } = await generateText({
      model,
      ...what,
      maxRetries: 0,
      abortSignal: request.signal,
      timeout: SHORT_MS,
    })
    return text
  } catch (error) {
    throw modelRefusal(error)
  }
}
