import { gzipSync } from 'node:zlib'
import {
  ASSISTANT_DISABLED,
  type AssistantState,
  KEY_FOR_ANOTHER_ADDRESS,
  MODEL_ADDRESS_FORBIDDEN,
  MODEL_ADDRESS_INVALID,
  MODEL_BROKE,
  MODEL_HELD_BACK,
  MODEL_INCOMPLETE,
  MODEL_KEY_REFUSED,
  MODEL_MOVED,
  MODEL_SAID_NOTHING,
  MODEL_UNREACHABLE,
  MODEL_UNREADABLE,
  MODEL_WITHOUT_ROOM,
  MODEL_WITHOUT_STREAM,
  MODEL_WITHOUT_TOOLS,
  type ModelState,
  type ModelTried,
  modelFailed,
  NO_MODEL,
  NOT_THE_OPERATOR,
  TOOL_UNREADABLE,
} from '@stoa/contract'
import { type ModelStub, pieceOf, type StubAnswer, startModelStub } from '@stoa/model-stub'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, KEY, optIn } from './ai-calls.ts'
import { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let model: ModelStub
let owner: string
let ref: string
const INSTANCE = '/platform/assistant/model'
const ACME = '/platform/organizations/acme/assistant/model'

beforeAll(async () => {
  model = await startModelStub()
  platform = await TestPlatform.start()
  owner = (await platform.as('Owner')).token
  ref = await platform.rowOnlyProject(await platform.acme(), 'Talks', 'ACTIVE_HEALTHY')
})
afterAll(async () => {
  await platform.dispose()
  await model.close()
})
beforeEach(() => model.reset())

const call = <T = { message: string }>(method: string, path: string, body?: unknown, token = owner) =>
  platform.call<T>(method, path, { token, ...(body !== undefined && { body }) })
const state = async () => (await call<AssistantState>('GET', `/platform/projects/${ref}/assistant`)).body

test('without a model nothing can be asked, and everything says why', async () => {
  expect(await state()).toEqual({
    ready: false,
    message: NO_MODEL,
    disabled: false,
    model: null,
    metadata: { allowed: false, why_not: 'opt-in' },
  })
  expect((await call('GET', '/ai/sql/check-api-key')).body).toEqual({ hasKey: false, message: NO_MODEL })
  expect(await ask(platform, ref, { token: owner })).toMatchObject({ status: 409, message: NO_MODEL })
  const complete = await call('POST', '/ai/sql/complete', { projectRef: ref, completionMetadata: {} })
  expect(complete).toMatchObject({ status: 409, body: { message: NO_MODEL } })
  expect(await call('POST', '/ai/sql/title', { sql: 'select 1' })).toMatchObject({ status: 409 })
  expect((await call('POST', `${INSTANCE}/probe`, {})).body.message).toBe(MODEL_INCOMPLETE)
})

test('an address that is none, or that is the machine’s own, is refused in words', async () => {
  const put = async (body: object) => (await call('PUT', INSTANCE, { model: 'm', ...body })).body.message
  for (const base_url of ['', 'localhost', 'ftp://example.com', 'javascript:alert(1)'])
    expect(await put({ base_url })).toBe(MODEL_ADDRESS_INVALID)
  for (const base_url of ['http://169.254.169.254/v1', 'http://[fe80::1]/v1', 'http://name:word@example.com/v1'])
    expect(await put({ base_url })).toBe(MODEL_ADDRESS_FORBIDDEN)
  expect(await put({ base_url: 'http://a.b/v1', model: ' ' })).toBe('The name of the model is required')
  expect(await put({ base_url: 'http://a.b/v1', api_key: 'two words' })).toBe(
    'The API key has characters that a key cannot have',
  )
  expect((await call<ModelState>('GET', INSTANCE)).body).toEqual({ own: null, used: null })
})

test('the key is kept sealed, shown to nobody, and sent nowhere but to the address it was given for', async () => {
  const saved = await call<ModelState>('PUT', INSTANCE, { base_url: model.url, model: 'stub-1', api_key: KEY })
  expect(saved.body.own).toMatchObject({
    base_url: model.url,
    model: 'stub-1',
    api_key: { set: true, last_four: '1234' },
  })
  expect(saved.body.used).toEqual({ source: 'instance', base_url: model.url, model: 'stub-1' })
  expect(await platform.whereIs(KEY)).toEqual([])
  expect(platform.log.join('')).not.toContain(KEY)
  // Another name of a model at the same address keeps the key; another address does not.
  const renamed = await call<ModelState>('PUT', INSTANCE, { base_url: `${model.url}/`, model: 'stub-2' })
  expect(renamed.body.own).toMatchObject({ model: 'stub-2', api_key: { set: true } })
  for (const [method, path] of [
    ['PUT', INSTANCE],
    ['POST', `${INSTANCE}/probe`],
  ] as const) {
    const moved = await call(method, path, { base_url: 'http://127.0.0.1:9/v1', model: 'stub-1' })
    expect(moved).toMatchObject({ status: 400, body: { message: KEY_FOR_ANOTHER_ADDRESS } })
  }
  await call('POST', `${INSTANCE}/probe`, {})
  expect(model.asked[0]?.authorization).toBe(`Bearer ${KEY}`)
  const [entry] = await platform.audit({ action: 'assistant.model_changed' })
  expect(entry?.details).toEqual({ address: new URL(model.url).origin, model: 'stub-1', key: 'given' })
})

test('only the account that set the platform up changes what holds for all of it', async () => {
  const admin = (await platform.as('Administrator')).token
  for (const [method, path] of [
    ['GET', INSTANCE],
    ['PUT', INSTANCE],
    ['DELETE', INSTANCE],
    ['POST', `${INSTANCE}/probe`],
  ] as const)
    expect((await call(method, path, method === 'GET' ? undefined : {}, admin)).body.message).toBe(NOT_THE_OPERATOR)
})

test('an organization’s own model wins, and goes again', async () => {
  const admin = (await platform.as('Administrator')).token
  const own = { base_url: model.url, model: 'ours' }
  expect((await call<ModelState>('PUT', ACME, own, admin)).body).toMatchObject({
    own: { model: 'ours', api_key: { set: false, last_four: null } },
    used: { source: 'organization', model: 'ours' },
  })
  expect((await state()).model).toEqual({ name: 'ours', source: 'organization', can_call_tools: null })
  await ask(platform, ref, { token: owner })
  // The platform's key stays with the platform's model.
  expect(model.asked[0]).toMatchObject({ model: 'ours', authorization: null })
  expect((await call<ModelState>('DELETE', ACME, undefined, admin)).body).toMatchObject({
    own: null,
    used: { source: 'instance', base_url: null, model: 'stub-2' },
  })
  // Members see which model is used, and nothing of its key or its address.
  const member = (await platform.as('Read-only')).token
  await call('PUT', ACME, { ...own, api_key: KEY }, admin)
  expect((await call<ModelState>('GET', ACME, undefined, member)).body.own?.api_key).toEqual({
    set: true,
    last_four: null,
  })
  await call('DELETE', ACME, undefined, admin)
  expect((await platform.audit({ action: 'assistant.model_removed' })).length).toBe(2)
})

test('a trial says what a model can do, and what saved settings show is kept', async () => {
  const probe = async (body: object = {}) => (await call<ModelTried>('POST', `${INSTANCE}/probe`, body)).body
  model.answers({ text: 'one two three four' }, { calls: [{ name: 'report', input: { word: 'ready' } }] })
  expect(await probe()).toMatchObject({ answers: true, streams: true, tools: true, message: null })
  expect((await call<ModelState>('GET', INSTANCE)).body.own).toMatchObject({
    capabilities: { answers: true, streams: true, tools: true },
    probed_at: expect.any(String),
  })
  expect((await state()).model?.can_call_tools).toBe(true)
  model.answers({ pieces: ['one two three'] }, { calls: [{ name: 'report', input: { word: 'ready' } }] })
  expect(await probe()).toMatchObject({ streams: false, tools: true, message: MODEL_WITHOUT_STREAM })
  for (const reply of [
    { text: 'I would call report' },
    { status: 400, message: 'does not support tools' },
    { calls: [{ name: 'report', raw: '{"word"' }] },
  ]) {
    model.answers({ text: 'one two three' }, reply)
    expect(await probe()).toMatchObject({ answers: true, tools: false, message: MODEL_WITHOUT_TOOLS })
  }
  model.answers({ text: '' })
  expect(await probe()).toMatchObject({ answers: false, message: MODEL_SAID_NOTHING })
  model.answers({ status: 401, message: 'Incorrect API key' })
  expect(await probe()).toMatchObject({ answers: false, message: MODEL_KEY_REFUSED })
  // Settings that are not saved change nothing.
  expect(await probe({ base_url: 'http://127.0.0.1:9/v1', model: 'x', api_key: 'other' })).toMatchObject({
    answers: false,
    message: MODEL_UNREACHABLE,
    first_ms: null,
  })
  model.answers({ text: 'one two three four' }, { text: 'no' })
  await probe()
  expect((await state()).model?.can_call_tools).toBe(false)
  // Other settings say nothing about these.
  await call('PUT', INSTANCE, { base_url: model.url, model: 'stub-3' })
  expect((await state()).model?.can_call_tools).toBe(null)
})

const DONE = 'data: [DONE]\n\n'
const LONG = JSON.stringify({ query: 'x'.repeat(300_000) })
const argument = (text: string, name?: string) =>
  pieceOf({
    tool_calls: [{ index: 0, ...(name && { id: 'c1' }), function: { ...(name && { name }), arguments: text } }],
  })
const whole = { choices: [{ index: 0, message: { role: 'assistant', content: 'All of it' }, finish_reason: 'stop' }] }
const json = { 'content-type': 'application/json' }

test.each<[string, StubAnswer, object]>([
  [
    'single bytes, lines that end in CRLF',
    {
      raw: [...Buffer.from(`${pieceOf({ content: 'é 🚢' }, 'stop')}`.replaceAll('\n', '\r\n'))].map((b) =>
        Buffer.of(b),
      ),
    },
    { text: 'é 🚢', message: null },
  ],
  ['no mark of the end of the stream', { raw: [pieceOf({ content: 'Hi' }, 'stop')] }, { text: 'Hi', message: null }],
  [
    'thoughts and pieces without words',
    {
      raw: [
        ': ping\n\n',
        pieceOf({ role: 'assistant' }),
        pieceOf({ role: '', content: null, reasoning_content: 'Aloud' }),
        pieceOf({ content: '<thi' }),
        pieceOf({ content: 'nk>Aloud too</think>\n\nHi' }),
        pieceOf({}, 'stop'),
        'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\n',
        DONE,
      ],
    },
    { text: expect.stringMatching(/^\s*Hi$/), message: null, raw: expect.not.stringContaining('Aloud') },
  ],
  [
    'a refusal of the model’s',
    { raw: [pieceOf({ refusal: 'No' }, 'stop'), DONE] },
    { text: 'No', metadata: expect.not.objectContaining({ ended: 'filter' }) },
  ],
  ['an answer whole', { raw: [JSON.stringify(whole)], headers: json }, { text: 'All of it', message: null }],
  [
    'zipped',
    { raw: [gzipSync(pieceOf({ content: 'Hi' }, 'stop'))], headers: { 'content-encoding': 'gzip' } },
    { text: 'Hi' },
  ],
  ['too many words', { raw: [pieceOf({ content: 'Hi' }, 'length')] }, { text: 'Hi', metadata: { ended: 'length' } }],
  [
    'what is held back in the middle',
    { raw: [pieceOf({ content: 'Hi' }, 'content_filter')] },
    { text: 'Hi', metadata: { ended: 'filter' } },
  ],
  ['an end without a reason', { raw: [pieceOf({ content: 'Hi' })] }, { text: 'Hi', message: MODEL_BROKE }],
  ['a reset', { raw: [pieceOf({ content: 'Hi' })], breaks: true }, { text: 'Hi', message: MODEL_BROKE }],
  ['nothing at all', { raw: [DONE] }, { status: 502, message: MODEL_UNREADABLE }],
  ['no word', { raw: [pieceOf({ content: ' ' }, 'stop'), DONE] }, { message: MODEL_SAID_NOTHING }],
  ['thoughts alone', { raw: [pieceOf({ reasoning: 'Hm' }, 'length')] }, { status: 502, message: MODEL_WITHOUT_ROOM }],
  ['what is held back', { raw: [pieceOf({}, 'content_filter')] }, { status: 502, message: MODEL_HELD_BACK }],
  [
    'an error that looks well',
    { raw: ['{"error":{"message":"no credit"}}'], headers: json },
    { status: 502, message: modelFailed('no credit') },
  ],
  ['an error as a piece', { text: '', error: 'overloaded' }, { status: 502, message: modelFailed('overloaded') }],
  ['a page', { raw: ['<html>'], headers: { 'content-type': 'text/html' } }, { status: 502, message: MODEL_UNREADABLE }],
  ['JSON of its own', { raw: ['["hi"]'], headers: json }, { status: 502, message: MODEL_UNREADABLE }],
])('a server that sends %s', async (_name, reply, expected) => {
  model.answers(reply)
  expect(await ask(platform, ref, { token: owner })).toMatchObject(expected)
})

test('a redirect is not followed, so that its target hears neither the key nor the question', async () => {
  const other = await startModelStub()
  try {
    for (const status of [301, 302, 307, 308]) {
      model.answers({ raw: [], status, headers: { location: `${other.url}/chat/completions` } })
      expect(await ask(platform, ref, { token: owner })).toMatchObject({ status: 502, message: MODEL_MOVED })
    }
    expect(other.asked).toEqual([])
  } finally {
    await other.close()
  }
})

test('calls that are many, long, or of what is not there are each answered, and the answer goes on', async () => {
  await optIn(platform, 'acme', owner)
  const calls = Array.from({ length: 10 }, () => ({ name: 'list_tables' }))
  model.answers({ calls: [...calls, { name: 'drop_everything' }] }, { text: 'Done' })
  const many = await ask(platform, ref, { token: owner })
  expect(many.text).toBe('Done')
  expect(many.outputs).toHaveLength(10)
  expect(many.parts).toContainEqual(
    expect.objectContaining({ type: 'tool-input-error', toolName: 'drop_everything', errorText: TOOL_UNREADABLE }),
  )
  // What a call is made of is not sent on piece by piece.
  const pieces = LONG.match(/.{1,100}/gs) ?? []
  model.answers({
    raw: [
      argument('', 'search_docs'),
      pieces.map((piece) => argument(piece)).join(''),
      pieceOf({}, 'tool_calls'),
      DONE,
    ],
  })
  const long = await ask(platform, ref, { token: owner })
  expect(long).toMatchObject({ status: 200, text: 'OK' })
  expect(long.parts.filter(({ type }) => type.startsWith('tool-')).map(({ type }) => type)).toEqual([
    'tool-input-start',
    'tool-input-error',
  ])
})

test('whoever asks too often is told to wait', async () => {
  const { token } = await platform.member(await platform.person('Quick'), await platform.acme(), 'Developer')
  const statuses = await Promise.all(
    Array.from({ length: 130 }, async () => (await call('POST', '/ai/sql/title', { sql: 'select 1' }, token)).status),
  )
  expect(statuses.filter((status) => status === 200).length).toBe(120)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})

test('the environment names a model where nobody chose one, and the operator can turn the assistant off', async () => {
  await call('DELETE', INSTANCE)
  await platform.restart({ OPENAI_BASE_URL: model.url })
  expect((await state()).message).toBe(NO_MODEL)
  await platform.restart({ OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'local', OPENAI_API_KEY: 'sk-environment' })
  await eventually('the platform answers', async () => (await call('GET', '/health')).status === 200)
  expect((await state()).model).toEqual({ name: 'local', source: 'environment', can_call_tools: null })
  expect((await call('GET', `/ai/sql/check-api-key?projectRef=${ref}`)).body).toEqual({ hasKey: true, message: null })
  expect((await ask(platform, ref, { token: owner })).text).toBe('OK')
  expect(model.asked[0]).toMatchObject({ model: 'local', authorization: 'Bearer sk-environment' })
  await platform.restart({ OPENAI_API_KEY: 'sk-environment', STOA_FLAGS: 'assistant=off' })
  expect(await state()).toMatchObject({ ready: false, disabled: true, message: ASSISTANT_DISABLED })
  expect(await ask(platform, ref, { token: owner })).toMatchObject({ status: 409, message: ASSISTANT_DISABLED })
})
