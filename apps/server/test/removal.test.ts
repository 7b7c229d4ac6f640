import { readdir, readFile } from 'node:fs/promises'
import { EXIT_REASONS, REASON_REQUIRED, SURVEY_ELSEWHERE } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, TestPlatform } from './harness.ts'
import { refusals } from './refused.ts'

let platform: TestPlatform
let owner: Person
const refused = refusals(() => platform)
beforeAll(async () => {
  platform = await TestPlatform.start()
  owner = await platform.as('Owner')
})
afterAll(() => platform.dispose())

/** Everything below the data folder whose name has a text in it. */
const filesNaming = async (text: string) =>
  (await readdir(platform.config.dataDir, { recursive: true })).filter((path) => path.includes(text))

/** Processes of this machine whose command line, folder or open address has a text in it. */
async function processesNaming(text: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes(text))
}

/** Whether anything listens on a port of this machine. */
async function listens(port: number): Promise<boolean> {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')))
  return tables.some((table) => new RegExp(`:${hex} [0-9A-F]+:0000 0A `).test(table))
}

test('of a deleted project nothing remains on disk, in the process list or in the database', async () => {
  const { slug, id, owner: mira } = await platform.organization('Ending')
  // On the free plan backups go with the project.
  await platform.query("update organizations set plan = 'free' where id = $1", [id])
  const ref = await platform.createProject('Ending', { organization: slug, token: mira.token })
  const kept = await platform.createProject('Staying')
  const call = (method: string, path: string, body?: unknown) =>
    platform.call(method, path, { token: mira.token, body })
  await call('POST', `/v1/projects/${ref}/database/query`, {
    query: 'create table t as select generate_series(1, 1000)',
  })
  await fetch(`http://127.0.0.1:${platform.config.port}/p/${ref}/rest/v1/`)
  await platform.server.platform.requestLog.flush()
  const requests = async () =>
    (await platform.query('select from project_requests where path = $1', ['/rest/v1/'])).length
  expect(await requests()).toBe(1)
  const { port } = await platform.engine.publicTarget(ref)
  expect((await filesNaming(ref)).length).toBeGreaterThan(100)
  expect((await processesNaming(ref)).length).toBeGreaterThan(0)
  expect(await listens(port)).toBe(true)

  const survey = { ref, organization_slug: slug, reasons: [EXIT_REASONS[0]], message: 'Done', exit_action: 'delete' }
  expect((await call('POST', '/platform/feedback/exit-survey', survey)).status).toBe(201)
  expect((await call('DELETE', `/platform/projects/${ref}`)).status).toBe(200)
  await platform.until(ref, 'absent')

  expect(await filesNaming(ref)).toEqual([])
  expect(await processesNaming(ref)).toEqual([])
  expect(await listens(port)).toBe(false)
  expect((await call('GET', `/platform/projects/${ref}`)).status).toBe(404)
  expect(await requests()).toBe(0)
  // What stays is what is meant to stay: the log of what happened, and the work that did it.
  const places = (await platform.whereIs(ref)).filter((place) => !place.startsWith('dbos.'))
  expect(places.sort()).toEqual(['public.audit_log', 'public.operations'])
  expect((await platform.audit({ action: 'project.exit_survey', ref })).at(-1)).toMatchObject({
    details: { reasons: [EXIT_REASONS[0]], message: 'Done', exit_action: 'delete' },
    organization_slug: slug,
  })
  expect((await filesNaming(kept)).length).toBeGreaterThan(100)
  expect((await processesNaming(kept)).length).toBeGreaterThan(0)
})

test('why a project goes is asked about the right one, with a reason, and kept as it was said', async () => {
  const ref = await platform.rowOnlyProject(await platform.acme(), 'Asked', 'INACTIVE')
  const { slug: other } = await platform.organization('Elsewhere', owner)
  const path = '/platform/feedback/exit-survey'
  const survey = (more: object) => ({
    token: owner.token,
    body: { ref, reasons: [EXIT_REASONS[0]], exit_action: 'delete', ...more },
  })
  await refused(400, REASON_REQUIRED, 'POST', path, survey({ reasons: [] }))
  await refused(400, /^Invalid option/, 'POST', path, survey({ reasons: ['Because'] }))
  await refused(400, SURVEY_ELSEWHERE, 'POST', path, survey({ organization_slug: other }))
  for (const message of ['a\0b', 'a\ud800b'])
    await refused(400, 'Message has characters that cannot be stored', 'POST', path, survey({ message }))
  await refused(400, 'Message can have at most 2000 characters', 'POST', path, survey({ message: 'x'.repeat(2001) }))
  const said = { message: 'Two lines\nand "quotes" and 🚀', reasons: [...EXIT_REASONS] }
  expect((await platform.call('POST', path, survey(said))).status).toBe(201)
  expect((await platform.audit({ action: 'project.exit_survey', ref })).at(-1)?.details).toMatchObject(said)
})
