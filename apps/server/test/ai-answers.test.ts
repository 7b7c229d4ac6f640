import { randomUUID } from 'node:crypto'
import {
  ANSWER_NOT_KEPT,
  CHAT_BUSY,
  CHAT_BYTES_MAX,
  CHAT_CHANGED,
  CHAT_EXISTS,
  CHAT_FULL,
  CHAT_NOT_FOUND,
  CHATS_FULL,
  CHATS_MAX,
  LAST_NOT_FROM_USER,
  MESSAGE_EMPTY,
  MESSAGES_REQUIRED,
  MODEL_BROKE,
  MODEL_BUSY,
  MODEL_KEY_REFUSED,
  MODEL_SILENT,
  MODEL_TOO_LONG,
  MODEL_UNKNOWN,
  MODEL_UNREACHABLE,
  MODEL_UNREADABLE,
  modelFailed,
  NEW_CHAT,
  TOOL_NOT_RUNNING,
} from '@stoa/contract'
import { type ModelStub, startModelStub } from '@stoa/model-stub'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ask, chatsOf, KEY, optIn, question, toldBy, toolCalls, useModel } from './ai-calls.ts'
import { TestPlatform } from './harness.ts'
import { eventually } from './waiting.ts'

let platform: TestPlatform
let model: ModelStub
let token: string
let ref: string
let chats: ReturnType<typeof chatsOf>

beforeAll(async () => {
  model = await startModelStub()
  platform = await TestPlatform.start({ env: { STOA_MODEL_TIMEOUT: '1' } })
  token = (await platform.as('Owner')).token
  ref = await platform.rowOnlyProject(await platform.acme(), 'Talks', 'ACTIVE_HEALTHY')
  await useModel(platform, 'acme', token, model)
  chats = chatsOf(platform, ref, token)
})
afterAll(async () => {
  await platform.dispose()
  await model.close()
})
beforeEach(() => model.reset())

test('an answer is streamed as the model gives it, with the key in the one place where it belongs', async () => {
  model.answers({ text: 'Tables hold rows, and rows hold values.' })
  const told = await ask(platform, ref, {
    token,
    messages: [question('What is a table?')],
    connectionString: 'ignored',
  })
  expect(told).toMatchObject({ status: 200, text: 'Tables hold rows, and rows hold values.', message: null })
  expect(told.parts.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(3)
  expect(told.parts.at(-1)?.type).toBe('finish')
  expect(model.asked).toHaveLength(1)
  expect(model.asked[0]).toMatchObject({
    path: '/v1/chat/completions',
    model: 'stub-1',
    streamed: true,
    authorization: `Bearer ${KEY}`,
  })
  expect(model.asked[0]?.messages.at(-1)?.content).toEqual('What is a table?')
  expect(told.raw).not.toContain(KEY)
})

test('an older form of messages is understood, and only words of people and of the assistant are sent', async () => {
  await ask(platform, ref, {
    token,
    messages: [
      { id: '1', role: 'user', content: 'First', createdAt: '2026-01-01T00:00:00Z' },
      { id: '2', role: 'assistant', parts: [{ type: 'text', text: 'Second' }] },
      {
        id: '3',
        role: 'user',
        parts: [
          { type: 'text', text: 'Third' },
          { type: 'file', mediaType: 'image/png', url: 'http://169.254.169.254/latest/meta-data' },
        ],
      },
    ],
  })
  const said = model.asked[0]?.messages.filter(({ role }) => role !== 'system').map(({ content }) => content)
  expect(said).toEqual(['First', 'Second', 'Third'])
  expect(model.asked[0]?.text).not.toContain('169.254')
})

test('a question that is none is refused in words', async () => {
  const send = async (body: object) => (await ask(platform, ref, { token, ...body })).message
  expect(await send({ messages: [] })).toBe(MESSAGES_REQUIRED)
  expect(await send({ messages: [question('  ')] })).toBe(MESSAGE_EMPTY)
  expect(await send({ messages: [{ id: '1', role: 'assistant', parts: [] }] })).toBe(LAST_NOT_FROM_USER)
  expect(await send({ messages: [question('x'.repeat(100_001))] })).toBe(
    'A message can have at most 100,000 characters',
  )
  expect(await send({ chatId: 'none' })).toBe(CHAT_NOT_FOUND)
  expect(await send({ messages: Array.from({ length: 1001 }, () => question('x')) })).toBe(
    'These are too many messages',
  )
  expect(await send({ schema: Array.from({ length: 51 }, String) })).toBe('Name one schema, or a list of at most 50')
  expect(model.asked).toEqual([])
})

test.each([
  ['a key that is refused', { status: 401, message: `Incorrect key ${KEY}` }, 502, MODEL_KEY_REFUSED],
  ['a model that is not there', { status: 404, message: 'no such model' }, 502, MODEL_UNKNOWN],
  ['too many requests', { status: 429, message: 'slow down' }, 429, MODEL_BUSY],
  ['a failure with words', { status: 500, message: 'out of memory' }, 502, modelFailed('out of memory')],
  ['a failure without words', { status: 503 }, 502, modelFailed(null)],
  ['what is no answer', { body: 'data: <html>Welcome</html>\n\n' }, 502, MODEL_UNREADABLE],
  ['what has no end', { body: `: ${'x'.repeat(1_000)}\n`.repeat(33 * 1_050) }, 502, MODEL_TOO_LONG],
  ['silence', { silent: true }, 504, MODEL_SILENT],
] as const)('%s is the whole answer, as JSON with a message', async (_name, reply, status, message) => {
  model.answers(reply)
  const told = await ask(platform, ref, { token })
  expect(told).toMatchObject({ status, message })
  expect(told.raw).not.toContain(KEY)
})

test('a model that cannot be reached, and completions and titles that fail, are told by the same words', async () => {
  const slug = 'acme'
  await platform.call('PUT', `/platform/organizations/${slug}/assistant/model`, {
    token,
    body: { base_url: 'http://127.0.0.1:9/v1', model: 'none', api_key: null },
  })
  expect(await ask(platform, ref, { token })).toMatchObject({ status: 502, message: MODEL_UNREACHABLE })
  await useModel(platform, slug, token, model)
  model.answers({ status: 429 }, { status: 500, message: 'out of memory' }, { body: 'nothing' })
  const body = { projectRef: ref, completionMetadata: {}, sql: 'select 1' }
  const messages = []
  for (const path of ['/ai/sql/complete', '/ai/sql/title', '/ai/sql/title'])
    messages.push((await platform.call('POST', path, { token, body })).body.message)
  expect(messages).toEqual([MODEL_BUSY, modelFailed('out of memory'), MODEL_UNREADABLE])
})

test.each([
  ['an error', { text: 'Half of it', error: 'overloaded' }, modelFailed('overloaded')],
  ['silence', { text: 'Half of it', silent: true }, MODEL_SILENT],
  ['an end', { text: 'Half of it', breaks: true }, MODEL_BROKE],
] as const)(
  '%s in the middle ends the stream with an error part, and what was said is kept',
  async (_name, reply, message) => {
    model.answers(reply)
    const { body: chat } = await chats.create()
    const told = await ask(platform, ref, { token, chatId: chat.id, messages: [question('Tell me')] })
    expect(told).toMatchObject({ status: 200, message, text: 'Half of it', metadata: { stopped: true, version: 1 } })
    const { body: kept } = await chats.get(chat.id)
    expect(kept.messages.map(({ parts }) => parts.map((part) => part.text).join(''))).toEqual(['Tell me', 'Half of it'])
    expect(kept).toMatchObject({ version: 1, answering: false })
  },
)

test('a chat is kept: named by its first question, read, renamed, emptied, deleted', async () => {
  const id = randomUUID()
  const { body: made, status } = await chats.create({ id })
  expect([status, made]).toEqual([
    201,
    expect.objectContaining({ id, name: NEW_CHAT, share_results: false, version: 0, message_count: 0 }),
  ])
  expect(await chats.create({ id })).toMatchObject({ status: 409, body: { message: CHAT_EXISTS } })
  const first = question('How do I\nadd a column? \0')
  model.answers({ text: 'By alter table.' })
  const told = await ask(platform, ref, { token, chatId: id, chatVersion: 0, messages: [first] })
  expect(told.metadata).toMatchObject({ version: 1, createdAt: expect.any(String) })
  const { body: read } = await chats.get(id)
  expect(read).toMatchObject({ name: 'How do I add a column?', version: 1, message_count: 2, answering: false })
  expect(read.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  // What was read goes back as it is, and the question is asked anew: what followed it makes way.
  model.answers({ text: 'With a form.' })
  await ask(platform, ref, {
    token,
    chatId: id,
    chatVersion: 1,
    messages: [{ ...first, parts: [{ type: 'text', text: 'And here?' }] }],
  })
  const edited = (await chats.get(id)).body
  expect(edited.messages.map(({ parts }) => parts.map((part) => part.text ?? '').join(''))).toEqual([
    'And here?',
    'With a form.',
  ])
  const stale = await platform.call<{ message: string; data: object }>('POST', '/ai/sql/generate-v3', {
    token,
    body: { projectRef: ref, chatId: id, chatVersion: 1, messages: [question('Late')] },
  })
  expect(stale).toMatchObject({ status: 409, body: { message: CHAT_CHANGED, data: { version: 2 } } })
  expect((await chats.append(id, { messages: [question('More')], version: 1 })).body).toMatchObject({
    message: CHAT_CHANGED,
  })
  expect((await chats.append(id, { messages: [question('More')], version: 2 })).body).toMatchObject({
    version: 3,
    message_count: 3,
  })
  expect((await chats.update(id, { name: 'Columns', share_results: true })).body).toMatchObject({
    name: 'Columns',
    share_results: true,
  })
  expect((await chats.list()).body[0]).toMatchObject({ id, name: 'Columns' })
  expect((await chats.clear(id)).body).toMatchObject({ message_count: 0, version: 4, name: 'Columns' })
  expect((await chats.remove(id)).body).toEqual({ id })
  expect(await chats.get(id)).toMatchObject({ status: 404, body: { message: CHAT_NOT_FOUND } })
  const noted = (await platform.audit({ ref })).filter(({ details }) => (details as { id?: string }).id === id)
  expect(noted.map(({ action }) => action.replace('assistant.chat_', ''))).toEqual([
    'created',
    'updated',
    'cleared',
    'deleted',
  ])
  expect(JSON.stringify(noted)).not.toContain('Columns')
})

test('a chat is one person’s in one project', async () => {
  const { body: mine } = await chats.create({ name: 'Mine' })
  const { token: theirs } = await platform.as('Administrator')
  const other = await platform.rowOnlyProject(await platform.acme(), 'Other', 'ACTIVE_HEALTHY')
  for (const foreign of [chatsOf(platform, ref, theirs), chatsOf(platform, other, token)]) {
    expect((await foreign.list()).body.map(({ name }) => name)).not.toContain('Mine')
    for (const call of [
      foreign.get(mine.id),
      foreign.update(mine.id, {}),
      foreign.remove(mine.id),
      foreign.clear(mine.id),
      foreign.stop(mine.id),
      foreign.append(mine.id, { messages: [question('Hi')] }),
    ])
      expect(await call).toMatchObject({ status: 404, body: { message: CHAT_NOT_FOUND } })
    expect(await foreign.create({ id: mine.id })).toMatchObject({ status: 409 })
  }
  expect(await ask(platform, ref, { token: theirs, chatId: mine.id })).toMatchObject({
    status: 404,
    message: CHAT_NOT_FOUND,
  })
  expect((await chats.get(mine.id)).body).toMatchObject({ message_count: 0 })
})

test('a chat and the list of them end somewhere', async () => {
  const { body: chat } = await chats.create()
  const long = question('x'.repeat(90_000))
  const many = Array.from({ length: Math.ceil(CHAT_BYTES_MAX / 90_000) }, () => ({ ...long, id: randomUUID() }))
  expect(await chats.append(chat.id, { messages: many })).toMatchObject({ status: 409, body: { message: CHAT_FULL } })
  const { token: full } = await platform.as('Developer')
  const { id: owner } = await platform.as('Developer')
  await platform.query(
    `insert into assistant_chats (id, project_id, owner_id, name)
     select gen_random_uuid(), id, $2, 'Full' from projects, generate_series(1, ${CHATS_MAX}) where ref = $1`,
    [ref, owner],
  )
  expect(await chatsOf(platform, ref, full).create()).toMatchObject({ status: 409, body: { message: CHATS_FULL } })
})

test('an answer goes on when its page leaves, ends when it is stopped, and keeps what there is of it', async () => {
  const { body: chat } = await chats.create()
  const gate = Promise.withResolvers<void>()
  model.answers({ waits: gate.promise, text: 'Long thought.' })
  const leaving = new AbortController()
  const left = platform
    .call('POST', '/ai/sql/generate-v3', {
      token,
      body: { projectRef: ref, chatId: chat.id, messages: [question('Think')] },
      signal: leaving.signal,
    })
    .catch(() => null)
  await eventually('the model is asked', async () => model.asked.length === 1)
  leaving.abort()
  await left
  // The question is there already for a page that is loaded again, and nobody else asks meanwhile.
  expect((await chats.get(chat.id)).body).toMatchObject({ answering: true, message_count: 1 })
  expect(await ask(platform, ref, { token, chatId: chat.id })).toMatchObject({ status: 409, message: CHAT_BUSY })
  expect(await chats.clear(chat.id)).toMatchObject({ status: 409, body: { message: CHAT_BUSY } })
  gate.resolve()
  await eventually('the answer is kept', async () => !(await chats.get(chat.id)).body.answering)
  expect((await chats.get(chat.id)).body.messages[1]?.parts.at(-1)).toMatchObject({ text: 'Long thought.' })

  model.reset()
  model.answers((asked) => ({ text: 'Stop me', silent: asked.streamed }))
  const reading = fetch(`${platform.url}/api/ai/sql/generate-v3`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ projectRef: ref, chatId: chat.id, messages: [question('Talk')] }),
  }).then(async (answer) => {
    await chats.stop(chat.id)
    return toldBy(answer.status, await answer.text())
  })
  const told = await reading
  expect(told.parts.map(({ type }) => type)).toContain('abort')
  expect(told.metadata).toMatchObject({ stopped: true, version: 2 })
  const { body: kept } = await chats.get(chat.id)
  expect(kept.answering).toBe(false)
  expect(kept.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  expect(kept.messages[1]?.metadata.stopped).toBe(true)
  await model.asked[0]?.over
})

test('an answer that is on its way can be read along by another page, from its beginning to its end', async () => {
  const { body: chat } = await chats.create()
  expect(await chats.follow(chat.id)).toMatchObject({ status: 204, text: '' })
  const later = Promise.withResolvers<string[]>()
  model.answers({ pieces: ['The ', 'first '], later: later.promise })
  const authorization = `Bearer ${token}`
  // The head of an answer comes with its first words.
  const asking = await fetch(`${platform.url}/api/ai/sql/generate-v3`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ projectRef: ref, chatId: chat.id, messages: [question('Talk')] }),
  })
  const following = await fetch(chats.followUrl(chat.id), { headers: { authorization } })
  const { token: stranger } = await platform.as('Administrator')
  expect((await chatsOf(platform, ref, stranger).follow(chat.id)).status).toBe(404)
  later.resolve(['and ', 'the last.'])
  const [asked, followed] = await Promise.all(
    [asking, following].map(async (answer) => toldBy(answer.status, await answer.text())),
  )
  expect(followed).toMatchObject({ text: 'The first and the last.', metadata: { version: 1 } })
  expect([followed?.text, followed?.metadata, followed?.parts.at(-1)]).toEqual([
    asked?.text,
    asked?.metadata,
    asked?.parts.at(-1),
  ])
  expect((await chats.follow(chat.id)).status).toBe(204)
})

test('an answer that cannot be kept says so, and one whose chat was deleted meanwhile just ends', async () => {
  const { body: chat } = await chats.create()
  const answering = async (meanwhile: () => Promise<unknown>) => {
    model.reset()
    const gate = Promise.withResolvers<void>()
    model.answers({ waits: gate.promise, text: 'Words' })
    const told = ask(platform, ref, { token, chatId: chat.id, messages: [question('Talk')] })
    await eventually('the model is asked', async () => model.asked.length === 1)
    await meanwhile()
    gate.resolve()
    return told
  }
  const lost = await answering(() => platform.query('alter table assistant_messages rename to elsewhere'))
  await platform.query('alter table elsewhere rename to assistant_messages')
  expect(lost).toMatchObject({ status: 200, text: 'Words', message: ANSWER_NOT_KEPT })
  expect((await answering(() => chats.remove(chat.id))).metadata.version).toBeUndefined()
  expect((await chats.get(chat.id)).status).toBe(404)
})

test('tools say when the database does not run', async () => {
  await optIn(platform, 'acme', token)
  const { calling } = toolCalls(() => ({ platform, ref, token, model }))
  const { page } = await calling([{ name: 'list_tables' }, { name: 'run_query', input: { sql: 'select 1' } }])
  expect(page).toEqual([{ error: TOOL_NOT_RUNNING }, { error: TOOL_NOT_RUNNING }])
})

test('an answer that is kept nowhere ends with its page', async () => {
  model.answers({ text: 'Gone', silent: true })
  const leaving = new AbortController()
  const answer = await fetch(`${platform.url}/api/ai/sql/generate-v3`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ projectRef: ref, messages: [question('Talk')] }),
    signal: leaving.signal,
  })
  expect(answer.status).toBe(200)
  leaving.abort()
  await model.asked[0]?.over
})

test('a completion is the bare text for its place, and a title one short line', async () => {
  const complete = async (completionMetadata: object) =>
    (
      await platform.call<{ completion: string }>('POST', '/ai/sql/complete', {
        token,
        body: { projectRef: ref, completionMetadata },
      })
    ).body.completion
  model.answers({ text: '```sql\nselect 1\n```' }, { text: ' from users' })
  expect(await complete({ textBeforeCursor: '', prompt: 'one' })).toBe('select 1')
  expect(await complete({ textBeforeCursor: 'select *', textAfterCursor: ';', language: 'pgsql' })).toBe(' from users')
  expect(model.asked[1]?.messages.at(-1)?.content).toBe('<before>select *</before>\n<cursor/>\n<after>;</after>')
  const title = async (reply: string, body: object = {}) => {
    model.answers({ text: reply })
    return (
      await platform.call<{ title: string }>('POST', '/ai/sql/title', {
        token,
        body: { sql: 'select 1', projectRef: ref, ...body },
      })
    ).body
  }
  expect(await title('"Everything at Once"\nBecause…')).toEqual({ title: 'Everything at Once' })
  expect(await title('# Title: **Users**')).toEqual({ title: 'Users' })
  expect(await title('', { sql: ' ' })).toMatchObject({ message: 'There is no SQL to name' })
  expect(await title('', { sql: 'x'.repeat(100_001) })).toMatchObject({
    message: 'This SQL is longer than 100,000 characters',
  })
})
