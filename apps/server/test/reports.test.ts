import { randomUUID } from 'node:crypto'
import {
  CONTENT_NOT_FOUND,
  type ContentSummary,
  contentPermissions,
  METRICS,
  type Monitoring,
  REPORT_BASE_REQUIRED,
  REPORT_BLOCK_OUTSIDE,
  REPORT_BLOCK_TWICE,
  REPORT_BLOCKS_MAX,
  REPORT_CHANGED,
  REPORT_NOT_FOUND,
  type Report,
  type ReportBlock,
  type ReportConflict,
  type RequestFigures,
  SPAN_TOO_LONG,
  SPAN_TOO_SHORT,
} from '@stoa/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeMetrics } from '../src/core/metrics.ts'
import { type CallOptions, type Person, type Refusal, TestPlatform } from './harness.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let platform: TestPlatform
let owner: Person
let dev: Person
let reader: Person
let ref: string

beforeAll(async () => {
  platform = await TestPlatform.start()
  owner = await platform.as('Owner')
  dev = await platform.as('Developer')
  reader = await platform.as('Read-only')
  ref = await platform.rowOnlyProject(await platform.acme(), 'Shop', 'ACTIVE_HEALTHY')
})
afterAll(() => platform.dispose())

const at = (path: string) => `/platform/projects/${ref}/reports${path}`
const as = (person: Person, body?: unknown): CallOptions => ({ token: person.token, body })
const save = (person: Person, id: string, body: object) =>
  platform.call<Report & Refusal & { data?: ReportConflict }>('POST', at(`/item/${id}`), as(person, body))
const get = (person: Person, id: string) =>
  platform.call<Report & Refusal>('GET', at(`/item/${id}`), { token: person.token })

const query = (more: object = {}): ReportBlock =>
  ({
    kind: 'sql',
    id: randomUUID(),
    label: 'Orders by day',
    x: 0,
    y: 0,
    w: 6,
    h: 4,
    sql: 'select 1',
    view: 'table',
    chart: {
      type: 'bar',
      cumulative: false,
      xKey: '',
      yKey: '',
      groupKey: '',
      stacked: false,
      showLabels: false,
      showGrid: true,
    },
    ...more,
  }) as ReportBlock
const metric = (more: object = {}): ReportBlock =>
  ({ kind: 'metric', id: randomUUID(), label: '', x: 6, y: 0, w: 6, h: 4, metric: 'cpu', ...more }) as ReportBlock
const content = (...blocks: ReportBlock[]) => ({ blocks })

describe('a report', () => {
  test('is made with the defaults of its kind, listed among reports alone, and found again', async () => {
    const id = randomUUID()
    const blocks = [query(), metric()]
    const made = await save(dev, id, { content: content(...blocks) })
    expect(made.status, made.text).toBe(200)
    expect(made.body).toMatchObject({
      id,
      type: 'report',
      name: 'New report',
      visibility: 'user',
      owner_id: dev.id,
      version: 1,
      content: { schema_version: '1.0', blocks },
    })
    expect((await get(dev, id)).body).toEqual(made.body)

    const list = async (type: string) =>
      (
        await platform.call<{ data: ContentSummary[] }>('GET', `/platform/projects/${ref}/content?type=${type}`, {
          token: dev.token,
          headers: { version: '2' },
        })
      ).body.data.map((one) => one.id)
    expect(await list('report')).toContain(id)
    expect(await list('sql')).not.toContain(id)
    const asQuery = await platform.call<Refusal>('GET', `/platform/projects/${ref}/content/item/${id}`, {
      token: dev.token,
      headers: { version: '2' },
    })
    expect([asQuery.status, asQuery.body.message]).toEqual([404, CONTENT_NOT_FOUND])
    const overwritten = await platform.call<Refusal>('POST', `/platform/projects/${ref}/content`, {
      token: dev.token,
      headers: { version: '2' },
      body: { id, content: { sql: 'select 1' }, version: 1 },
    })
    expect(overwritten.status).toBe(404)
  })

  test('that is saved again, or at once, is one report with one version', async () => {
    const id = randomUUID()
    const body = { content: content(query()), version: 0 }
    const answers = await Promise.all([save(dev, id, body), save(dev, id, body), save(dev, id, body)])
    expect(answers.map((answer) => answer.body.version)).toEqual([1, 1, 1])
    expect((await save(dev, id, body)).body.version).toBe(1)
  })

  test('refuses content that was made from another version, and tells what stands', async () => {
    const id = randomUUID()
    const first = content(query())
    const second = content(query({ label: 'Second' }))
    await save(dev, id, { content: first })
    const blind = await save(dev, id, { content: second })
    expect([blind.status, blind.body.message]).toEqual([400, REPORT_BASE_REQUIRED])
    expect((await save(dev, id, { content: second, version: 1 })).body.version).toBe(2)
    const late = await save(dev, id, { content: content(metric()), version: 1 })
    expect([late.status, late.body.message]).toEqual([409, REPORT_CHANGED])
    expect(late.body.data).toMatchObject({ version: 2, content: second, updated_by: expect.any(String) })
    // A name has no versions.
    expect((await save(dev, id, { name: 'Sales' })).body).toMatchObject({ name: 'Sales', version: 2 })
  })

  test('is its owner’s until it is shared; then others see it, and those who may change it', async () => {
    const id = randomUUID()
    await save(dev, id, { name: 'Sales', content: content(query()) })
    const hidden = await get(owner, id)
    expect([hidden.status, hidden.body.message]).toEqual([404, REPORT_NOT_FOUND])
    expect((await save(dev, id, { visibility: 'project' })).body.visibility).toBe('project')
    expect((await get(reader, id)).body).toMatchObject({ name: 'Sales', owner_id: dev.id })
    const refused = await save(reader, id, { name: 'Mine now' })
    expect([refused.status, refused.body.message]).toEqual([403, contentPermissions.update.denied])
    expect((await save(owner, id, { content: content(metric()), version: 1 })).body.version).toBe(2)
    expect((await save(reader, id, { favorite: true })).body.favorite).toBe(true)
    expect((await get(dev, id)).body.favorite).toBe(false)
  })

  test('that is deleted is gone until it is brought back', async () => {
    const id = randomUUID()
    await save(dev, id, { content: content(query()) })
    const headers = { version: '2' }
    const path = `/platform/projects/${ref}/content`
    await platform.call('DELETE', `${path}?ids=${id}`, { token: dev.token, headers })
    expect((await get(dev, id)).status).toBe(404)
    const again = await save(dev, id, { content: content(metric()), version: 1 })
    expect([again.status, again.body.message]).toEqual([404, REPORT_NOT_FOUND])
    await platform.call('POST', `${path}/restore`, { token: dev.token, headers, body: { ids: [id] } })
    expect((await get(dev, id)).body.version).toBe(1)
    const actions = (await platform.audit({ ref })).filter(({ details }) => JSON.stringify(details).includes(id))
    expect(actions.map(({ action }) => action).sort()).toEqual([
      'content.created',
      'content.deleted',
      'content.restored',
    ])
  })

  test('says what is wrong with its blocks', async () => {
    const id = randomUUID()
    const twice = randomUUID()
    for (const [blocks, sentence] of [
      [[query({ x: 8, w: 6 })], REPORT_BLOCK_OUTSIDE],
      [[query({ x: 12 })], REPORT_BLOCK_OUTSIDE],
      [[query({ id: twice }), metric({ id: twice })], REPORT_BLOCK_TWICE],
      [
        Array.from({ length: REPORT_BLOCKS_MAX + 1 }, () => metric()),
        `A report has at most ${REPORT_BLOCKS_MAX} blocks`,
      ],
    ] as const) {
      const refused = await save(dev, id, { content: { blocks } })
      expect([refused.status, refused.body.message]).toEqual([400, sentence])
    }
    const unknown = await save(dev, id, { content: { blocks: [metric({ metric: 'mood' })] } })
    expect(unknown.status).toBe(400)
    const notAnId = await save(dev, 'report', {})
    expect([notAnId.status, notAnId.body.message]).toEqual([400, 'This is not the id of a report'])
  })
})

describe('ready-made reports', () => {
  const projectId = async () =>
    (await platform.store.selectFrom('projects').select('id').where('ref', '=', ref).executeTakeFirstOrThrow()).id
  const span = (from: number, to: number) =>
    `?from=${encodeURIComponent(new Date(from).toISOString())}&to=${encodeURIComponent(new Date(to).toISOString())}`
  const ask = <T>(path: string) => platform.call<T & Refusal>('GET', at(path), { token: reader.token })

  test('have measurements in the finest steps that are kept and that fit', async () => {
    const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
    const nothing = Object.fromEntries(Object.keys(METRICS).map((name) => [name, null])) as Record<
      keyof typeof METRICS,
      null
    >
    const values = { ...nothing, cpu: 0.5, cache_hits: 0.9 }
    await writeMetrics(platform.store, new Date(now - 10 * MINUTE_MS), [{ projectId: await projectId(), values }])
    for (const [minutes, step] of [
      [60, 60],
      [360, 60],
      [24 * 60, 600],
      [7 * 24 * 60, 3600],
    ] as const) {
      const { body } = await ask<Monitoring>(`/metrics${span(now - minutes * MINUTE_MS, now)}`)
      expect(body.step_seconds, String(minutes)).toBe(step)
      expect(body.series.cpu.avg.length).toBe((minutes * 60) / step)
      expect(Date.parse(body.start)).toBe(now - minutes * MINUTE_MS)
    }
    // A short piece of what is long ago is there by the hour alone.
    const old = await ask<Monitoring>(`/metrics${span(now - 20 * DAY_MS, now - 20 * DAY_MS + 60 * MINUTE_MS)}`)
    expect(old.body.step_seconds).toBe(3600)
    const recent = await ask<Monitoring>(`/metrics${span(now - 60 * MINUTE_MS, now)}`)
    expect(recent.body.series.cpu.avg.indexOf(0.5)).toBe(50)
    expect(recent.body.series.cache_hits.max[50]).toBe(0.9)
    expect(recent.body.series.memory.avg.every((value) => value === null)).toBe(true)
  })

  test('count the requests to the project’s APIs', async () => {
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    const project = await projectId()
    const note = (minutesAgo: number, status: number, ms: number, path = '/rest/v1/ships') =>
      platform.server.platform.requestLog.note({
        projectId: project,
        requestId: randomUUID(),
        at: now - minutesAgo * MINUTE_MS + 1000,
        method: 'GET',
        path,
        status,
        ms,
        role: 'anon',
        bytes: 100,
      })
    for (const ms of [10, 20, 30]) note(30, 200, ms)
    note(30, 404, 5, '/rest/v1/boats')
    note(10, 500, 100)
    note(120, 200, 1)
    const { body } = await ask<RequestFigures>(`/requests${span(now - 60 * MINUTE_MS, now)}`)
    expect(body.step_seconds).toBe(60)
    expect(body.series.fine.length).toBe(60)
    expect([body.series.fine[30], body.series.refused[30], body.series.failed[50]]).toEqual([3, 1, 1])
    expect(body.series.p50_ms[30]).toBe(15)
    expect(body.series.p95_ms[31]).toBeNull()
    expect(body.total).toMatchObject({ requests: 5, refused: 1, failed: 1, p50_ms: 20, bytes: 500 })
    expect(body.paths).toMatchObject([
      { method: 'GET', path: '/rest/v1/ships', requests: 4, errors: 1, bytes: 400 },
      { method: 'GET', path: '/rest/v1/boats', requests: 1, errors: 1, p95_ms: 5 },
    ])
    const none = await ask<RequestFigures>(`/requests${span(now - 3 * DAY_MS, now - 2 * DAY_MS)}`)
    expect(none.body.total).toEqual({ requests: 0, refused: 0, failed: 0, p50_ms: null, p95_ms: null, bytes: 0 })
    expect(none.body.series.fine.every((count) => count === 0)).toBe(true)
  })

  test('say what is wrong with a span of time', async () => {
    const now = Date.now()
    for (const [query_, sentence] of [
      [span(now, now + MINUTE_MS), SPAN_TOO_SHORT],
      [span(now, now - DAY_MS), SPAN_TOO_SHORT],
      [span(now - 400 * DAY_MS, now), SPAN_TOO_LONG],
      ['?from=today&to=now', 'This is not a date and time'],
    ] as const)
      for (const path of ['/metrics', '/requests']) {
        const refused = await ask<object>(`${path}${query_}`)
        expect([refused.status, refused.body.message]).toEqual([400, sentence])
      }
  })
})
