import { randomUUID } from 'node:crypto'
import type { AssistantTool, Chat, ChatWithMessages } from '@stoa/contract'
import type { ModelStub, StubCall } from '@stoa/model-stub'
import { expect } from 'vitest'
import type { TestPlatform } from './harness.ts'

/** One part of a streamed answer. */
export type Part = { readonly type: string } & Readonly<Record<string, unknown>>
export type Told = {
  readonly status: number
  readonly message: string | null
  readonly parts: readonly Part[]
  /** What the assistant said. */
  readonly text: string
  /** What tools gave, by the name of the tool. */
  readonly outputs: readonly (readonly [name: string, output: unknown])[]
  /** What was noted about the answer, in the end. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly raw: string
}

export type AskOptions = {
  readonly token: string
  readonly messages?: readonly unknown[]
  readonly [key: string]: unknown
}

/** A question as a page sends it. */
export const question = (text: string, id: string = randomUUID()) => ({
  id,
  role: 'user' as const,
  parts: [{ type: 'text', text }],
})

/** Asks the assistant and reads its answer to the end. */
export async function ask(platform: TestPlatform, ref: string, options: AskOptions): Promise<Told> {
  const { token, ...body } = options
  const answer = await platform.call<{ message: string }>('POST', '/ai/sql/generate-v3', {
    token,
    body: { projectRef: ref, includeSchemaMetadata: true, messages: [question('Hello')], ...body },
  })
  return toldBy(answer.status, answer.text)
}

/** Reads a streamed answer. */
export function toldBy(status: number, raw: string): Told {
  if (status !== 200) {
    const { message } = JSON.parse(raw) as { message: string }
    return { status, message, parts: [], text: '', outputs: [], metadata: {}, raw }
  }
  const lines = raw.split('\n').filter((line) => line.startsWith('data: '))
  expect(lines.at(-1)).toBe('data: [DONE]')
  const parts = lines.slice(0, -1).map((line) => JSON.parse(line.slice(6)) as Part)
  const names = new Map(
    parts.filter(({ type }) => type === 'tool-input-start').map((part) => [part.toolCallId, String(part.toolName)]),
  )
  const error = parts.find(({ type }) => type === 'error')
  return {
    status,
    message: error ? String(error.errorText) : null,
    parts,
    text: parts.map((part) => (part.type === 'text-delta' ? String(part.delta) : '')).join(''),
    outputs: parts
      .filter(({ type }) => type === 'tool-output-available')
      .map((part) => [names.get(part.toolCallId) ?? '?', part.output] as const),
    metadata: Object.assign({}, ...parts.map((part) => part.messageMetadata ?? {})) as Record<string, unknown>,
    raw,
  }
}

/** Makes the stub the model of an organization. */
export async function useModel(platform: TestPlatform, slug: string, token: string, model: ModelStub): Promise<void> {
  const set = await platform.call('PUT', `/platform/organizations/${slug}/assistant/model`, {
    token,
    body: { base_url: model.url, model: 'stub-1', api_key: KEY },
  })
  expect(set.status, set.text).toBe(200)
}
export const KEY = 'sk-a-key-that-nobody-may-see-1234'

/** Lets names of an organization's databases be sent, or not. */
export async function optIn(platform: TestPlatform, slug: string, token: string, on = true): Promise<void> {
  const set = await platform.call('PATCH', `/platform/organizations/${slug}`, {
    token,
    body: { opt_in_tags: on ? ['AI_SQL_GENERATOR_OPT_IN'] : [] },
  })
  expect(set.status, set.text).toBe(200)
}

/** Calls about the chats of a project. */
export function chatsOf(platform: TestPlatform, ref: string, token: string) {
  const path = `/platform/projects/${ref}/assistant/chats`
  return {
    list: () => platform.call<Chat[]>('GET', path, { token }),
    create: (body: object = {}) => platform.call<Chat>('POST', path, { token, body }),
    get: (id: string) => platform.call<ChatWithMessages>('GET', `${path}/${id}`, { token }),
    update: (id: string, body: object) => platform.call<Chat>('PATCH', `${path}/${id}`, { token, body }),
    remove: (id: string) => platform.call<{ id: string }>('DELETE', `${path}/${id}`, { token }),
    append: (id: string, body: object) => platform.call<Chat>('POST', `${path}/${id}/messages`, { token, body }),
    clear: (id: string) => platform.call<Chat>('DELETE', `${path}/${id}/messages`, { token }),
    follow: (id: string) => platform.call('GET', `${path}/${id}/stream`, { token }),
    followUrl: (id: string) => `${platform.url}/api${path}/${id}/stream`,
    stop: (id: string) => platform.call<Chat>('POST', `${path}/${id}/stop`, { token, body: {} }),
  }
}

type Where = {
  readonly platform: TestPlatform
  readonly ref: string
  readonly token: string
  readonly model: ModelStub
}

/** Lets the model call tools, and gives what they gave to the page (`output`) and what the model was sent. */
export function toolCalls(where: () => Where) {
  const calling = async (calls: readonly StubCall[], more: object = {}) => {
    const { platform, ref, token, model } = where()
    model.reset()
    model.answers({ calls }, { text: 'Done' })
    const told = await ask(platform, ref, { token, ...more })
    expect(told.status, told.message ?? '').toBe(200)
    return {
      told,
      page: told.outputs.map(([, output]) => output),
      sent: model.asked.map(({ text }) => text).join('\n'),
    }
  }
  const one = async (name: AssistantTool, input: object, more: object = {}) => {
    const { page, sent, told } = await calling([{ name, input }], more)
    return { output: page[0] as Record<string, unknown> & { error?: string }, sent, told }
  }
  const query = (sql: string, more: object = {}) => one('run_query', { sql }, more)
  return { calling, one, query }
}
