import type { Snippet } from '@stoa/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDocument } from './document.ts'
import type { DocumentMessage, DocumentWorld, Payload, SaveFailure } from './document-state.ts'
import type { Draft } from './draft-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server with one query, as far as a document can tell. */
function world() {
  let stored: { sql: string; version: number; name: string } | null = null
  let broken: SaveFailure | null = null
  const saves: Payload[] = []
  const told: DocumentMessage[] = []
  const drafts: Draft[] = []
  const complaints: string[] = []
  const snippet = (): Snippet => {
    if (stored === null) throw { kind: 'gone' } satisfies SaveFailure
    const { sql, version, name } = stored
    const content = { schema_version: '1.0', content_id: 'q', sql, favorite: false }
    const owner = { id: 'me', username: 'Me' }
    const at = new Date(version).toISOString()
    const rest = { description: '', project_id: 1, folder_id: null, favorite: false, visibility: 'user' as const }
    return {
      id: 'q',
      type: 'sql',
      name,
      owner_id: 'me',
      owner,
      version,
      inserted_at: at,
      updated_at: at,
      content,
      ...rest,
    }
  }
  const around: DocumentWorld = {
    load: async () => snippet(),
    async save(payload) {
      saves.push(payload)
      if (broken !== null) throw broken
      const { sql } = payload.content ?? { sql: stored?.sql ?? '' }
      if (stored !== null && payload.content && sql !== stored.sql && payload.version !== stored.version) {
        const conflict = { version: stored.version, sql: stored.sql, updated_at: '', updated_by: 'Ada' }
        throw { kind: 'conflict', conflict } satisfies SaveFailure
      }
      const version = stored === null ? 1 : stored.version + (sql === stored.sql ? 0 : 1)
      stored = { sql, version, name: payload.name ?? stored?.name ?? '' }
      return snippet()
    },
    failure: (error) => error as SaveFailure,
    readDraft: async () => null,
    holdDraft: () => {},
    writeDraft: async (_, draft) => void drafts.push(draft),
    tell: (message) => void told.push(message),
    mayWrite: () => true,
    saved: () => {},
    saveFailed: (_, message) => void complaints.push(message ?? ''),
    notKept: () => {},
  }
  return {
    around,
    saves,
    told,
    drafts,
    complaints,
    put: (sql: string, version: number) => {
      stored = { sql, version, name: 'Query' }
    },
    stored: () => stored?.sql,
    break: (how: SaveFailure | null) => {
      broken = how
    },
  }
}

const fresh = { name: 'New Query', fresh: { sql: '', folder: null } }
const draft = (sql: string, version: number, more: Partial<Draft> = {}): Draft => ({
  sql,
  version,
  dirty: true,
  sent: null,
  name: 'Query',
  at: 1,
  ...more,
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('saving', () => {
  test('waits for a second without a change, then sends the last text once', async () => {
    const server = world()
    const document = createDocument('q', server.around, fresh)
    await pass(5_000)
    expect(server.saves).toEqual([])
    for (const text of ['s', 'se', 'sel']) {
      document.edit(text)
      await pass(900)
    }
    expect(server.saves).toEqual([])
    expect(server.drafts.at(-1)).toMatchObject({ sql: 'sel', dirty: true, version: 0 })
    await pass(100)
    expect(server.saves).toEqual([{ id: 'q', name: 'New Query', content: { sql: 'sel' }, version: 0 }])
    expect(document.state.get()).toMatchObject({ saving: 'IDLE', dirty: false })
    expect(server.drafts.at(-1)).toMatchObject({ sql: 'sel', dirty: false, version: 1 })
  })

  test('sends only what changed: a name, a mark, a text with its version', async () => {
    const server = world()
    server.put('one', 4)
    const document = createDocument('q', server.around, { name: '', draft: null })
    await pass(0)
    expect(document.text()).toBe('one')
    document.rename('Other')
    document.setFavorite(true)
    await pass(1_000)
    document.edit('two')
    await pass(1_000)
    expect(server.saves).toEqual([
      { id: 'q', name: 'Other', favorite: true },
      { id: 'q', content: { sql: 'two' }, version: 4 },
    ])
  })

  test('a marked new query is saved though it is empty', async () => {
    const server = world()
    createDocument('q', server.around, { name: 'New Query', fresh: { sql: '', folder: 'f' } }).mark()
    await pass(1_000)
    expect(server.saves).toEqual([{ id: 'q', name: 'New Query', folder_id: 'f', content: { sql: '' }, version: 0 }])
  })

  test('a failure is said once and tried again until it works, with what was typed since', async () => {
    const server = world()
    server.break({ kind: 'transient', message: 'down' })
    const document = createDocument('q', server.around, fresh)
    document.edit('a')
    await pass(1_000)
    expect(document.state.get()).toMatchObject({ saving: 'UPDATING_FAILED', dirty: true })
    document.edit('ab')
    await pass(10_000)
    expect(server.saves.length).toBeGreaterThan(2)
    expect(server.complaints).toEqual(['down'])
    server.break(null)
    await pass(15_000)
    expect(server.stored()).toBe('ab')
    expect(document.state.get()).toMatchObject({ saving: 'IDLE', dirty: false })
  })

  test('what the server refuses is sent again only after another change', async () => {
    const server = world()
    server.break({ kind: 'refused', message: 'too long' })
    const document = createDocument('q', server.around, fresh)
    document.edit('a')
    await pass(60_000)
    expect(server.saves.length).toBe(1)
    server.break(null)
    document.edit('b')
    await pass(1_000)
    expect(server.stored()).toBe('b')
  })
})

describe('what is found at the beginning', () => {
  test('an unsaved text follows the version it was made from', async () => {
    const server = world()
    server.put('one', 3)
    const document = createDocument('q', server.around, { name: '', draft: draft('one more', 3) })
    expect(document.text()).toBe('one more')
    await pass(1_000)
    expect(server.stored()).toBe('one more')
  })

  test('a saved text gives way to a newer one', async () => {
    const server = world()
    server.put('newer', 5)
    const document = createDocument('q', server.around, { name: '', draft: draft('older', 3, { dirty: false }) })
    await pass(0)
    expect(document.shown.get()).toEqual({ sql: 'newer' })
    expect(document.state.get().dirty).toBe(false)
  })

  test('a text whose save was never answered is no conflict with itself', async () => {
    const server = world()
    server.put('one two', 4)
    const found = draft('one two three', 3, { sent: 'one two' })
    const document = createDocument('q', server.around, { name: '', draft: found })
    await pass(1_000)
    expect(document.state.get().conflict).toBeNull()
    expect(server.stored()).toBe('one two three')
  })

  test('another text of somebody else’s is a conflict, and nothing is sent until it is decided', async () => {
    const server = world()
    server.put('theirs', 4)
    const document = createDocument('q', server.around, { name: '', draft: draft('mine', 3) })
    await pass(60_000)
    expect(document.state.get().conflict).toMatchObject({ version: 4, sql: 'theirs' })
    expect(server.saves).toEqual([])
    void document.resolve('both')
    await pass(0)
    expect(server.stored()).toBe('both')
    expect(document.state.get()).toMatchObject({ conflict: null, dirty: false, saving: 'IDLE' })
  })

  test('keeping the other text puts the own one among the versions first', async () => {
    const server = world()
    server.put('theirs', 4)
    const document = createDocument('q', server.around, { name: '', draft: draft('mine', 3) })
    await pass(0)
    void document.resolve('theirs')
    await pass(5_000)
    expect(server.saves.map(({ content, version }) => [content?.sql, version])).toEqual([
      ['mine', 4],
      ['theirs', 5],
    ])
    expect(document.text()).toBe('theirs')
    expect(document.state.get()).toMatchObject({ conflict: null, dirty: false, saving: 'IDLE' })
    expect(server.drafts.at(-1)).toMatchObject({ sql: 'theirs', version: 6, dirty: false })
  })

  test('keeping the other text waits while the own one cannot be kept', async () => {
    const server = world()
    server.put('theirs', 4)
    const document = createDocument('q', server.around, { name: '', draft: draft('mine', 3) })
    await pass(0)
    server.break({ kind: 'transient', message: 'The server does not answer' })
    await document.resolve('theirs')
    expect(document.text()).toBe('mine')
    expect(document.state.get().conflict).toMatchObject({ version: 4, sql: 'theirs' })
    expect(server.complaints).toEqual(['The server does not answer'])
    server.break(null)
    server.put('theirs, later', 5)
    await document.resolve('theirs')
    expect(document.state.get().conflict).toMatchObject({ version: 5, sql: 'theirs, later' })
    await document.resolve('theirs, later')
    await pass(1_000)
    expect([server.stored(), document.text()]).toEqual(['theirs, later', 'theirs, later'])
  })

  test('a query that was deleted is gone with its text kept; one that never was is missing', async () => {
    const gone = createDocument('q', world().around, { name: '', draft: draft('mine', 3) })
    const missing = createDocument('q', world().around, { name: '', draft: null })
    await pass(0)
    expect(gone.state.get()).toMatchObject({ phase: 'ready', gone: true })
    expect(gone.text()).toBe('mine')
    expect(missing.state.get().phase).toBe('missing')
  })
})

describe('pages of one browser', () => {
  test('take over what is typed elsewhere, and leave its saving to where it was typed', async () => {
    const server = world()
    server.put('one', 1)
    const here = createDocument('q', server.around, { name: '', draft: null })
    await pass(0)
    here.hear({ type: 'text', id: 'q', sql: 'one more' })
    expect(here.shown.get()).toEqual({ sql: 'one more' })
    await pass(2_000)
    expect(server.saves).toEqual([])
    const summary = { ...(await server.around.load('q')), version: 2 }
    here.hear({ type: 'saved', id: 'q', sql: 'one more', summary })
    await pass(60_000)
    expect(server.saves).toEqual([])
    expect(here.state.get().dirty).toBe(false)
  })

  test('save it themselves when the other page does not', async () => {
    const server = world()
    server.put('one', 1)
    const here = createDocument('q', server.around, { name: '', draft: null })
    await pass(0)
    here.hear({ type: 'text', id: 'q', sql: 'left behind' })
    await pass(6_000)
    expect(server.stored()).toBe('left behind')
  })

  test('take over a text that was saved elsewhere and that they never heard of', async () => {
    const server = world()
    server.put('one', 1)
    const here = createDocument('q', server.around, { name: '', draft: null })
    await pass(0)
    const summary = { ...(await server.around.load('q')), version: 2 }
    here.hear({ type: 'saved', id: 'q', sql: 'one, and two', summary })
    expect([here.text(), here.shown.get()?.sql]).toEqual(['one, and two', 'one, and two'])
    // Not over what was typed here since, nor once more when it comes late.
    here.edit('one, and two, and three')
    here.hear({ type: 'saved', id: 'q', sql: 'another', summary: { ...summary, version: 3 } })
    here.hear({ type: 'saved', id: 'q', sql: 'one', summary })
    expect(here.text()).toBe('one, and two, and three')
  })

  test('take over what was typed elsewhere before they could hear it', async () => {
    const server = world()
    server.put('one', 1)
    const began = { name: '', draft: draft('one', 1, { dirty: false }) }
    const typed = { ...server.around, readDraft: async () => draft('one more', 1) }
    const unsaved = createDocument('q', typed, began)
    await pass(0)
    expect(unsaved.shown.get()).toEqual({ sql: 'one more' })
    await pass(2_000)
    expect(server.saves).toEqual([])

    server.put('one more', 2)
    const kept = { ...server.around, readDraft: async () => draft('one more', 2, { dirty: false }) }
    const saved = createDocument('q', kept, began)
    await pass(0)
    expect([saved.text(), saved.state.get().dirty]).toEqual(['one more', false])

    // What is typed here first stays, and follows what was saved.
    const typing = createDocument('q', typed, began)
    typing.edit('one, mine')
    await pass(0)
    expect(typing.text()).toBe('one, mine')
  })

  test('take over what they heard while their own text was on its way', async () => {
    const server = world()
    server.put('one', 1)
    const here = createDocument('q', server.around, { name: '' })
    here.hear({ type: 'text', id: 'q', sql: 'one m' })
    here.hear({ type: 'text', id: 'q', sql: 'one more' })
    await pass(0)
    expect(here.text()).toBe('one more')
    expect(here.state.get()).toMatchObject({ phase: 'ready', dirty: true })
  })
})
