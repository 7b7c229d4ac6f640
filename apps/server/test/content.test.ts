import { randomUUID } from 'node:crypto'
import {
  CONTENT_API_VERSION_REQUIRED,
  CONTENT_BASE_REQUIRED,
  CONTENT_CHANGED,
  CONTENT_NOT_FOUND,
  CONTENT_SQL_MAX,
  type ContentConflict,
  type ContentSummary,
  contentPermissions,
  FOLDER_EXISTS,
  FOLDER_IN_ITSELF,
  FOLDER_NOT_FOUND,
  type Folder,
  REVISION_NOT_FOUND,
  type Revision,
  SHARED_IN_FOLDER,
  type Snippet,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pruneContent } from '../src/workflows/content.ts'
import { type CallOptions, type Person, type Refusal, TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

let platform: TestPlatform
let owner: Person
let dev: Person
let reader: Person
let ref: string
const refused = refusals(() => platform)
const headers = { version: '2' }

beforeAll(async () => {
  platform = await TestPlatform.start()
  owner = await platform.as('Owner')
  dev = await platform.as('Developer')
  reader = await platform.as('Read-only')
  ref = await platform.rowOnlyProject(await platform.acme(), 'Shop', 'ACTIVE_HEALTHY')
})
afterAll(() => platform.dispose())

const at = (path = '') => `/platform/projects/${ref}/content${path}`
const as = (person: Person, body?: unknown): CallOptions => ({ token: person.token, headers, body })

async function ok<T>(method: string, path: string, options: CallOptions): Promise<T> {
  const answer = await platform.call<T>(method, path, options)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const save = (person: Person, body: object) => ok<Snippet>('POST', at(), as(person, body))
const make = (person: Person, sql: string, more: object = {}) =>
  save(person, { id: randomUUID(), content: { sql }, ...more })
const get = (person: Person, id: string) => ok<Snippet>('GET', at(`/item/${id}`), as(person))
const list = (person: Person, query = '') =>
  ok<{ data: ContentSummary[]; cursor: string | null }>('GET', at(query && `?${query}`), as(person))
const folder = (person: Person, name: string, parentId?: string) =>
  ok<Folder>('POST', at('/folders'), as(person, { name, parentId }))

describe('saving', () => {
  test('a query is made with the defaults of its kind, and found again', async () => {
    const id = randomUUID()
    const made = await save(dev, { id, content: { sql: 'select 1' } })
    expect(made).toMatchObject({
      id,
      type: 'sql',
      name: 'New Query',
      description: '',
      owner_id: dev.id,
      folder_id: null,
      favorite: false,
      visibility: 'user',
      version: 1,
      content: { schema_version: '1.0', content_id: id, sql: 'select 1', favorite: false },
    })
    expect(await get(dev, id)).toEqual(made)
    expect((await list(dev)).data.map((one) => one.id)).toContain(id)
    expect((await list(dev)).data[0]).not.toHaveProperty('content')
  })

  test('the same save sent twice, or at once, makes one query with one version', async () => {
    const id = randomUUID()
    const body = { id, content: { sql: 'select 2' }, version: 0 }
    const answers = await Promise.all([save(dev, body), save(dev, body), save(dev, body)])
    expect(answers.map(({ version }) => version)).toEqual([1, 1, 1])
    expect((await save(dev, body)).version).toBe(1)
  })

  test('what is left out stays as it is, and only texts have versions', async () => {
    const { id } = await make(dev, 'select 3', { name: 'Three', description: 'The third' })
    const saved = await save(dev, { id, content: { sql: 'select 4' }, version: 1 })
    expect(saved).toMatchObject({ name: 'Three', description: 'The third', version: 2 })
    expect(await save(dev, { id, name: 'Four' })).toMatchObject({ name: 'Four', version: 2 })
    expect(await ok<Snippet>('PATCH', at(`/item/${id}`), as(dev, { favorite: true }))).toMatchObject({
      favorite: true,
      version: 2,
      content: { sql: 'select 4', favorite: true },
    })
  })

  test('a text made from an older version is refused with the present one', async () => {
    const { id } = await make(dev, 'one')
    await save(dev, { id, content: { sql: 'two' }, version: 1 })
    const answer = await refused(409, CONTENT_CHANGED, 'POST', at(), as(dev, { id, content: { sql: 'x' }, version: 1 }))
    const { data } = answer as Refusal & { data: ContentConflict }
    expect(data).toMatchObject({ version: 2, sql: 'two', updated_by: dev.name })
    await refused(409, CONTENT_CHANGED, 'PATCH', at(`/item/${id}`), as(dev, { content: { sql: 'x' }, version: 9 }))
    await refused(400, CONTENT_BASE_REQUIRED, 'POST', at(), as(dev, { id, content: { sql: 'x' } }))
    expect((await get(dev, id)).content.sql).toBe('two')
  })

  test('of many saves from one version at once exactly one succeeds', async () => {
    const { id } = await make(dev, 'base')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        platform.call('POST', at(), as(dev, { id, content: { sql: `text ${i}` }, version: 1 })),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  })

  test('input that cannot be right is refused in a sentence', async () => {
    const id = randomUUID()
    const post = (body: object) => ['POST', at(), as(dev, { id, ...body })] as const
    for (const version of [undefined, '1', ''])
      await refused(400, CONTENT_API_VERSION_REQUIRED, 'GET', at(), {
        token: dev.token,
        headers: version === undefined ? {} : { version },
      })
    await refused(400, 'This is not the id of a query', 'POST', at(), as(dev, { id: 'x' }))
    await refused(400, 'Name is required', ...post({ name: ' ' }))
    await refused(400, 'Name can have at most 200 characters', ...post({ name: 'x'.repeat(201) }))
    await refused(400, 'Description can have at most 2000 characters', ...post({ description: 'x'.repeat(2_001) }))
    await refused(400, 'Visibility is user or project', ...post({ visibility: 'world' }))
    await refused(400, 'Query has characters that cannot be stored', ...post({ content: { sql: 'a\0' } }))
    const long = { sql: 'x'.repeat(CONTENT_SQL_MAX + 1) }
    await refused(400, 'Query can have at most 1000000 characters', ...post({ content: long }))
    await refused(404, CONTENT_NOT_FOUND, 'GET', at(`/item/${id}`), as(dev))
    await refused(404, CONTENT_NOT_FOUND, 'PATCH', at(`/item/${id}`), as(dev, { name: 'x' }))
    await refused(400, 'Name with ids what is meant', 'DELETE', at('?ids='), as(dev))
  })
})

describe('who sees and changes what', () => {
  test('a private query is its owner’s alone, also before administrators', async () => {
    const { id } = await make(dev, 'select secret')
    for (const other of [owner, reader]) {
      await refused(404, CONTENT_NOT_FOUND, 'GET', at(`/item/${id}`), as(other))
      await refused(404, CONTENT_NOT_FOUND, 'PATCH', at(`/item/${id}`), as(other, { name: 'Mine' }))
      await refused(404, CONTENT_NOT_FOUND, 'POST', at(), as(other, { id, name: 'Mine' }))
      await refused(404, CONTENT_NOT_FOUND, 'DELETE', at(`?ids=${id}`), as(other))
      await refused(404, CONTENT_NOT_FOUND, 'GET', at(`/item/${id}/revisions`), as(other))
      expect((await list(other)).data.map((one) => one.id)).not.toContain(id)
    }
  })

  test('a shared query is read by members, and written by its owner and those who may', async () => {
    const { id } = await make(dev, 'select shared', { visibility: 'project' })
    expect((await get(reader, id)).owner.username).toBe(dev.name)
    const write = { content: { sql: 'select other' }, version: 1 }
    await refused(403, contentPermissions.update.denied, 'PATCH', at(`/item/${id}`), as(reader, write))
    await refused(403, contentPermissions.remove.denied, 'DELETE', at(`?ids=${id}`), as(reader))
    expect(await ok<Snippet>('PATCH', at(`/item/${id}`), as(owner, write))).toMatchObject({ version: 2 })
    // A favourite is the reader's own.
    expect(await save(reader, { id, favorite: true })).toMatchObject({ favorite: true })
    expect(await get(dev, id)).toMatchObject({ favorite: false })
  })

  test('a project of another name does not lend its queries', async () => {
    const { id } = await make(dev, 'select here', { visibility: 'project' })
    const other = await platform.rowOnlyProject(await platform.acme(), 'Elsewhere', 'ACTIVE_HEALTHY')
    await refused(404, CONTENT_NOT_FOUND, 'GET', `/platform/projects/${other}/content/item/${id}`, as(dev))
    await refused(404, CONTENT_NOT_FOUND, 'POST', `/platform/projects/${other}/content`, as(dev, { id, name: 'x' }))
  })
})

describe('lists', () => {
  test('are sorted, searched and read in pages by the server', async () => {
    const person = await platform.member(await platform.person('Lister'), await platform.acme(), 'Developer')
    const names = ['beta', 'Alpha', '100%', 'gamma', 'delta_1']
    for (const name of names) await make(person, name, { name, favorite: name === 'gamma' })
    const mine = async (query: string) => (await list(person, `visibility=user&${query}`)).data.map((one) => one.name)
    expect(await mine('')).toEqual(['100%', 'Alpha', 'beta', 'delta_1', 'gamma'])
    expect(await mine('sort_by=inserted_at&sort_order=desc')).toEqual([...names].reverse())
    expect(await mine('name=ALPH')).toEqual(['Alpha'])
    expect(await mine('name=%25')).toEqual(['100%'])
    expect(await mine('name=a_1')).toEqual(['delta_1'])
    expect(await mine('favorite=true')).toEqual(['gamma'])
    expect(await mine('favorite=false')).not.toContain('gamma')
    for (const sort of ['name', 'inserted_at', 'updated_at']) {
      const found: string[] = []
      let cursor: string | null = null
      do {
        const query = `visibility=user&sort_by=${sort}&sort_order=desc&limit=2${cursor ? `&cursor=${cursor}` : ''}`
        const page: { data: ContentSummary[]; cursor: string | null } = await list(person, query)
        found.push(...page.data.map((one) => one.name))
        cursor = page.cursor
      } while (cursor !== null)
      expect(found).toEqual(await mine(`sort_by=${sort}&sort_order=desc`))
    }
  })
})

describe('folders', () => {
  test('hold private queries of their owner', async () => {
    const made = await folder(dev, 'Billing')
    const { id } = await make(dev, 'select bills', { folder_id: made.id })
    expect((await list(dev, `folder_id=${made.id}`)).data.map((one) => one.id)).toEqual([id])
    expect((await list(dev, 'folder_id=none')).data.map((one) => one.id)).not.toContain(id)
    expect(await ok('GET', at('/folders'), as(owner))).toEqual([])
    await refused(400, SHARED_IN_FOLDER, 'PATCH', at(`/item/${id}`), as(dev, { visibility: 'project' }))
    await refused(
      400,
      SHARED_IN_FOLDER,
      'POST',
      at(),
      as(dev, { id: randomUUID(), visibility: 'project', folder_id: made.id }),
    )
    expect(await save(dev, { id, visibility: 'project', folder_id: null })).toMatchObject({ folder_id: null })
    await refused(400, FOLDER_NOT_FOUND, 'POST', at(), as(owner, { id: randomUUID(), folder_id: made.id }))
  })

  test('have names that their owner gives once', async () => {
    const first = await folder(dev, 'Reports')
    const second = await folder(dev, 'Drafts')
    await refused(409, FOLDER_EXISTS, 'POST', at('/folders'), as(dev, { name: 'Reports' }))
    await refused(409, FOLDER_EXISTS, 'PUT', at(`/folders/${second.id}`), as(dev, { name: 'Reports' }))
    await refused(400, 'Folder name is required', 'POST', at('/folders'), as(dev, { name: '' }))
    await refused(404, FOLDER_NOT_FOUND, 'PUT', at(`/folders/${first.id}`), as(owner, { name: 'Mine' }))
    expect(await folder(owner, 'Reports')).toMatchObject({ name: 'Reports' })
    expect(await ok('PUT', at(`/folders/${second.id}`), as(dev, { name: 'Kept' }))).toMatchObject({ name: 'Kept' })
  })

  test('lie in one another without a circle', async () => {
    const [a, b] = [await folder(dev, 'A'), await folder(dev, 'B')]
    const c = await folder(dev, 'C', b.id)
    expect(c.parent_id).toBe(b.id)
    expect(await ok('PUT', at(`/folders/${b.id}`), as(dev, { name: 'B', parentId: a.id }))).toMatchObject({
      parent_id: a.id,
    })
    await refused(400, FOLDER_IN_ITSELF, 'PUT', at(`/folders/${a.id}`), as(dev, { name: 'A', parentId: c.id }))
    await refused(400, FOLDER_NOT_FOUND, 'POST', at('/folders'), as(dev, { name: 'D', parentId: randomUUID() }))
  })
})

describe('deleting', () => {
  test('can be undone, for queries and for folders with all that is in them', async () => {
    const outer = await folder(dev, 'Outer')
    const inner = await folder(dev, 'Inner', outer.id)
    const { id } = await make(dev, 'select inside', { folder_id: inner.id })
    const gone = await ok<{ ids: string[]; folder_ids: string[] }>('DELETE', at(`/folders?ids=${outer.id}`), as(dev))
    expect(gone).toEqual({ ids: [id], folder_ids: expect.arrayContaining([outer.id, inner.id]) })
    await refused(404, CONTENT_NOT_FOUND, 'GET', at(`/item/${id}`), as(dev))
    // A deleted query is not made anew by a save that comes late.
    await refused(404, CONTENT_NOT_FOUND, 'POST', at(), as(dev, { id, content: { sql: 'late' }, version: 1 }))
    await ok('POST', at('/restore'), as(dev, { ids: gone.ids, folder_ids: gone.folder_ids }))
    expect(await get(dev, id)).toMatchObject({ folder_id: inner.id, content: { sql: 'select inside' } })

    const more = await Promise.all(['a', 'b'].map((text) => make(dev, text)))
    const ids = more.map((one) => one.id)
    await ok('DELETE', at(`?ids=${ids.join(',')}`), as(dev))
    await ok('POST', at('/restore'), as(dev, { ids }))
    expect((await list(dev)).data.map((one) => one.id)).toEqual(expect.arrayContaining(ids))
    await ok('DELETE', at(`?ids=${ids[0]}`), as(dev))
    await refused(404, CONTENT_NOT_FOUND, 'POST', at('/restore'), as(owner, { ids }))
    const actions = (await platform.audit({ ref })).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['content.created', 'content.deleted', 'content.restored']))
  })

  test('a folder whose name was given away meanwhile says so', async () => {
    const { id } = await folder(dev, 'Twice')
    await ok('DELETE', at(`/folders?ids=${id}`), as(dev))
    await folder(dev, 'Twice')
    const sentence = 'A folder of this name exists again. Rename it, then try once more'
    await refused(409, sentence, 'POST', at('/restore'), as(dev, { folder_ids: [id] }))
  })

  test('after a week what was deleted is gone', async () => {
    const [old, young] = [await make(dev, 'old'), await make(dev, 'young')]
    await ok('DELETE', at(`?ids=${old.id},${young.id}`), as(dev))
    await platform.query("update content set deleted_at = now() - interval '8 days' where id = $1", [old.id])
    await pruneContent(platform.server.platform)
    await refused(404, CONTENT_NOT_FOUND, 'POST', at('/restore'), as(dev, { ids: [old.id] }))
    await ok('POST', at('/restore'), as(dev, { ids: [young.id] }))
  })
})

describe('revisions', () => {
  test('every saved text can be read again, with who saved it', async () => {
    const { id } = await make(dev, 'first', { visibility: 'project' })
    await save(dev, { id, content: { sql: 'second' }, version: 1 })
    await save(owner, { id, content: { sql: 'third one' }, version: 2 })
    const found = await ok<Revision[]>('GET', at(`/item/${id}/revisions`), as(reader))
    expect(found.map(({ version, saved_by, length }) => [version, saved_by, length])).toEqual([
      [3, owner.name, 9],
      [2, dev.name, 6],
      [1, dev.name, 5],
    ])
    expect(await ok('GET', at(`/item/${id}/revisions/1`), as(reader))).toMatchObject({ sql: 'first' })
    await refused(404, REVISION_NOT_FOUND, 'GET', at(`/item/${id}/revisions/9`), as(reader))
  })

  test('those from before a query was shared are its owner’s alone', async () => {
    const { id } = await make(dev, 'private secret')
    await save(dev, { id, content: { sql: 'shared' }, version: 1 })
    const share = (visibility: string) => ok('PATCH', at(`/item/${id}`), as(dev, { visibility }))
    const versions = async (who: Person) =>
      (await ok<Revision[]>('GET', at(`/item/${id}/revisions`), as(who))).map(({ version }) => version)
    await share('project')
    await save(owner, { id, content: { sql: 'and changed' }, version: 2 })
    expect(await versions(reader)).toEqual([3, 2])
    expect(await versions(owner)).toEqual([3, 2])
    expect(await versions(dev)).toEqual([3, 2, 1])
    await refused(404, REVISION_NOT_FOUND, 'GET', at(`/item/${id}/revisions/1`), as(reader))
    // What it said while it was private again too.
    await share('user')
    await save(dev, { id, content: { sql: 'another secret' }, version: 3 })
    await save(dev, { id, content: { sql: 'shared again' }, version: 4 })
    await share('project')
    expect(await versions(reader)).toEqual([5])
    expect(await ok('GET', at(`/item/${id}/revisions/5`), as(reader))).toMatchObject({ sql: 'shared again' })
  })

  test('old ones that are close to others are thinned out, the last of each time stays', async () => {
    const { id } = await make(dev, 'v1')
    for (let version = 1; version < 9; version++) await save(dev, { id, content: { sql: `v${version + 1}` }, version })
    await platform.query(
      `update content_revisions set saved_at = date_trunc('hour', now()) - interval '5 hours' +
         case when version <= 5 then interval '1 minute' else interval '31 minutes' end where content_id = $1`,
      [id],
    )
    await save(dev, { id, content: { sql: 'v10' }, version: 9 })
    const found = await ok<Revision[]>('GET', at(`/item/${id}/revisions`), as(dev))
    expect(found.map(({ version }) => version)).toEqual([10, 9, 5])
  })
})
