import { MODEL_SAID_NOTHING, MODEL_WITHOUT_STREAM, MODEL_WITHOUT_TOOLS, type ModelTried } from '@stoa/contract'
import { generateText, streamText, tool } from 'ai'
import * as z from 'zod'
import type { Config } from '../../config.ts'
import { languageModel, modelRefusal } from '../../core/ai/model.ts'
import type { UsableModel } from '../../core/ai/settings.ts'

/** Longest that a trial may take, in milliseconds: somebody waits for it at a form. */
const TRIAL_MS = 60_000

/**
 * Asks a model one question and one tool call, and tells what it can do. Nothing about any database is in them.
 */
export async function probe(
  usable: Pick<UsableModel, 'baseUrl' | 'model' | 'apiKey'>,
  { modelTimeout }: Pick<Config, 'modelTimeout'>,
): Promise<ModelTried> {
  const model = languageModel(usable, Math.min(modelTimeout * 1000, TRIAL_MS))
  const begun = performance.now()
  const pieces: number[] = []
  let failure: unknown
  const { stream } = streamText({
    model,
    prompt: 'Count from one to ten, in words, and say nothing else.',
    maxRetries: 0,
    timeout: TRIAL_MS,
    onError: () => {},
  })
  for await (const part of stream) {
    if (part.type === 'text-delta' && part.text !== '') pieces.push(performance.now() - begun)
    if (part.type === 'error') failure ??= part.error
  }
  const first = pieces[0]
  if (first === undefined || failure !== undefined)
    return {
      answers: false,
      streams: false,
      tools: false,
      first_ms: null,
      message: failure === undefined ? MODEL_SAID_NOTHING : modelRefusal(failure).message,
    }
  const streams = pieces.length > 1
  const tools = await callsTools(model)
  return {
    answers: true,
    streams,
    tools,
    first_ms: Math.round(first),
    message: !tools ? MODEL_WITHOUT_TOOLS : !streams ? MODEL_WITHOUT_STREAM : null,
  }
}

/** Whether a model calls a tool that it is told to call. One that refuses tools altogether does not. */
async function callsTools(model: ReturnType<typeof languageModel>): Promise<boolean> {
  try {
    const { toolCalls } = await generateText({
      model,
      prompt: 'Call the tool "report" with the word "ready".',
      tools: { report: tool({ description: 'Takes a word', inputSchema: z.object({ word: z.string() }) }) },
      maxRetries: 0,
      timeout: TRIAL_MS,
    })
    return toolCalls.some((call) => call.toolName === 'report' && !call.invalid)
  } catch {
    return false
  }
}
