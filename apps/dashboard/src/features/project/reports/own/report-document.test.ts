import { ORPCError } from '@orpc/client'
import type { Report, ReportBlock, ReportContent } from '@stoa/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReportDocument, type ReportWorld } from './report-document.ts'

const block = (label: string): ReportBlock => ({
  kind: 'metric',
  id: '00000000-0000-4000-8000-000000000000',
  label,
  x: 0,
  y: 0,
  w: 6,
  h: 4,
  metric: 'cpu',
})
const content = (...labels: string[]): ReportContent => ({ schema_version: '1.0', blocks: labels.map(block) })
const report = (version: number, ...labels: string[]): Report =>
  ({ id: 'r', name: 'Sales', version, content: content(...labels) }) as Report

/** A server in memory that counts versions as the real one does, and a browser that keeps one draft. */
function world(version = 1, ...labels: string[]) {
  const server = { version, content: content(...labels), calls: 0, fails: false }
  let draft: ReturnType<ReportWorld['kept']> = null
  const own: ReportWorld = {
    save: async (given, base) => {
      server.calls++
      if (server.fails) throw new TypeError('Failed to fetch')
      if (JSON.stringify(given) !== JSON.stringify(server.content)) {
        if (base !== server.version)
          throw new ORPCError('CONFLICT', {
            status: 409,
            message: 'This report was changed meanwhile',
            data: { version: server.version, content: server.content, updated_at: '', updated_by: 'Ines' },
          })
        server.content = given
        server.version++
      }
      return { ...report(server.version), content: server.content }
    },
    keep: (next) => {
      draft = next
    },
    kept: () => draft,
  }
  return { own, server, draft: () => draft, setDraft: own.keep }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a change is kept at once and saved a second after the last', async () => {
  const { own, server, draft } = world(1, 'a')
  const document = new ReportDocument(report(1, 'a'), own)
  document.change([block('b')])
  await vi.advanceTimersByTimeAsync(900)
  document.change([block('c')])
  expect(draft()?.blocks).toEqual([block('c')])
  await vi.advanceTimersByTimeAsync(900)
  expect(server.calls).toBe(0)
  await vi.advanceTimersByTimeAsync(200)
  expect([server.calls, server.version, draft()]).toEqual([1, 2, null])
  expect(document.state.get()).toMatchObject({ save: 'IDLE', report: { version: 2 } })
})

test('what another saved meanwhile is told, and either content can become the next', async () => {
  for (const whose of ['mine', 'theirs'] as const) {
    const { own, server, draft } = world(2, 'theirs')
    const document = new ReportDocument(report(1, 'a'), own)
    document.change([block('mine')])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(document.state.get()).toMatchObject({
      save: 'UPDATING_FAILED',
      failure: 'This report was changed meanwhile',
      conflict: { updated_by: 'Ines' },
    })
    // Nothing is sent while nobody has decided.
    document.change([block('mine 2')])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(server.calls).toBe(1)
    document.resolve(whose)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(server.content).toEqual(content(whose === 'mine' ? 'mine 2' : 'theirs'))
    expect(document.state.get()).toMatchObject({ conflict: null, blocks: server.content.blocks })
    expect(draft()).toBeNull()
  }
})

test('a save that does not reach the server is tried again, and survives a reload', async () => {
  const { own, server, draft } = world(1, 'a')
  const document = new ReportDocument(report(1, 'a'), own)
  server.fails = true
  document.change([block('b')])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(document.state.get().save).toBe('UPDATING_FAILED')
  expect(draft()).toEqual({ version: 1, blocks: [block('b')] })
  server.fails = false
  const reloaded = new ReportDocument(report(1, 'a'), own)
  expect(reloaded.state.get().blocks).toEqual([block('b')])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(server.content).toEqual(content('b'))
  expect(draft()).toBeNull()
  expect(document.state.get().save).toBe('IDLE')
})

test('a content whose keys come back in another order is saved', async () => {
  const { own, server } = world(1, 'a')
  const reversed = <T extends object>(one: T) => Object.fromEntries(Object.entries(one).reverse()) as T
  const saving: ReportWorld = {
    ...own,
    save: async (given, base) => {
      const saved = await own.save(given, base)
      return { ...saved, content: { ...saved.content, blocks: saved.content.blocks.map(reversed) } }
    },
  }
  const document = new ReportDocument(report(1, 'a'), saving)
  document.change([block('b')])
  await vi.advanceTimersByTimeAsync(10_000)
  expect([server.calls, document.isDirty]).toEqual([1, false])
})

test('what arrives from the server takes the place of what is saved, never of what is not', async () => {
  const { own } = world(1, 'a')
  const document = new ReportDocument(report(1, 'a'), own)
  document.arrive(report(2, 'b'))
  expect(document.state.get().blocks).toEqual([block('b')])
  document.change([block('c')])
  document.arrive({ ...report(3, 'd'), name: 'Renamed' })
  expect(document.state.get()).toMatchObject({ blocks: [block('c')], report: { version: 2, name: 'Renamed' } })
})
