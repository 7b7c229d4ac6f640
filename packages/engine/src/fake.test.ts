import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { engineConformance, randomRef } from './conformance.ts'
import { type EngineEvent, UPGRADE_PROGRESS } from './engine.ts'
import { createFakeEngine, failingEngine, parseFailures } from './fake.ts'

const specOf = (ref: string) => ({
  ref,
  version: 'supabase-postgres-17.10.0',
  resources: { memoryMb: 256, maxConnections: 20, workers: 2 },
  passwords: { owner: 'o', api: 'a', reader: 'r' },
})

engineConformance(
  'fake engine',
  async () => {
    const engine = createFakeEngine()
    return { engine, crash: async (ref) => engine.crash(ref), dispose: () => engine.detach() }
  },
  { connectable: false },
)

test('a provoked failure hits its operation and server alone, until it is undone', async () => {
  const [one, other] = [randomRef(), randomRef()]
  const engine = createFakeEngine({ failures: [{ operation: 'list', message: 'No list today.' }] })
  await expect(engine.list()).rejects.toMatchObject({ code: 'failed', message: 'No list today.' })
  const undo = engine.fail('create', 'The disk is on fire.', one)
  await expect(engine.create(specOf(one))).rejects.toThrow('The disk is on fire.')
  expect((await engine.observe(one)).state).toBe('absent')
  await engine.create(specOf(other))
  undo()
  await engine.create(specOf(one))
  expect((await engine.observe(one)).state).toBe('stopped')
})

test('while start fails, restarts after a crash are told as failed, with rising attempts, until one succeeds', async () => {
  const ref = randomRef()
  const engine = createFakeEngine()
  await engine.create(specOf(ref))
  await engine.start(ref)
  const heard: EngineEvent[] = []
  const undo = engine.fail('start', 'Out of memory.')
  const recovered = new Promise<void>((resolve) => {
    engine.on((event) => {
      heard.push(event)
      if (event.type === 'restart-failed' && event.attempt === 3) undo()
      if (event.type === 'recovered') resolve()
    })
  })
  engine.crash(ref)
  expect((await engine.observe(ref)).state).toBe('crashed')
  await recovered
  expect(heard.map((event) => event.type)).toEqual(['crashed', 'restart-failed', 'restart-failed', 'recovered'])
  expect((await engine.observe(ref)).state).toBe('running')
})

test('passwords are those given last', async () => {
  const ref = randomRef()
  const engine = createFakeEngine()
  await engine.create(specOf(ref))
  await engine.start(ref)
  await engine.setPassword(ref, 'owner', 'new')
  expect([engine.passwordOf(ref, 'owner'), engine.passwordOf(ref, 'api')]).toEqual(['new', 'a'])
})

test('an upgrade can be made to fail on its way, and leaves the server as it was', async () => {
  const ref = randomRef()
  const engine = createFakeEngine()
  await engine.create(specOf(ref))
  await engine.start(ref)
  const undo = engine.fail('upgrade', 'The disk is full.', ref, 'completed data upgrade')
  const reported: string[] = []
  const upgrade = () =>
    engine.upgrade(ref, 'supabase-postgres-18.4.0', async (progress) => void reported.push(progress))
  await expect(upgrade()).rejects.toThrow('The disk is full.')
  expect(reported).toEqual(UPGRADE_PROGRESS.slice(0, 6))
  expect(await engine.observe(ref)).toMatchObject({ state: 'running', version: 'supabase-postgres-17.10.0' })
  undo()
  await upgrade()
  expect(await engine.observe(ref)).toMatchObject({ state: 'running', version: 'supabase-postgres-18.4.0' })
})

test('what stands against an upgrade is what the test says', async () => {
  const ref = randomRef()
  const engine = createFakeEngine()
  await engine.create(specOf(ref))
  await engine.start(ref)
  const slot = { code: 'replication-slot', message: 'Drop the replication slot “old”.' } as const
  engine.obstruct(ref, [slot])
  expect(await engine.upgradeObstacles(ref, 'supabase-postgres-18.4.0')).toEqual([slot])
  expect(await engine.upgradeObstacles(ref, 'supabase-postgres-15.18.0')).toMatchObject([{ code: 'downgrade' }])
  expect(await engine.upgradeObstacles(ref, 'nothing')).toMatchObject([{ code: 'unknown-version' }])
})

test('a file says what fails, line by line, and is read anew each time', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-test-fake-'))
  const failuresFile = join(folder, 'failures')
  try {
    const [one, other] = [randomRef(), randomRef()]
    const engine = createFakeEngine({ failuresFile })
    await engine.create(specOf(one))
    await engine.create(specOf(other))
    await writeFile(failuresFile, `# today\n\nstart ${one}: There is no memory left.\n`)
    await expect(engine.start(one)).rejects.toThrow('There is no memory left.')
    await engine.start(other)
    await writeFile(failuresFile, '')
    await engine.start(one)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a line that names no operation, or a step where there is none, is refused by name', () => {
  expect(parseFailures('upgrade after started: No.')).toEqual([
    { operation: 'upgrade', after: 'started', message: 'No.' },
  ])
  for (const line of ['explode: Boom.', 'start', 'start after started: No.', 'upgrade after tea: No.']) {
    expect(() => parseFailures(line)).toThrow(`“${line}” is no failure of the fake engine.`)
  }
})

test('a layer in front of an engine lets its operations fail, and everything else through', async () => {
  const [one, other] = [randomRef(), randomRef()]
  const behind = createFakeEngine()
  const engine = failingEngine(behind, {
    failures: [
      { operation: 'create', ref: one, message: 'No room for this one.' },
      { operation: 'list', message: 'No list today.' },
      { operation: 'upgrade', after: 'initiated data upgrade', message: 'The disk is full.' },
    ],
  })
  expect(engine.versions()).toEqual(behind.versions())
  await expect(engine.create(specOf(one))).rejects.toThrow('No room for this one.')
  await expect(engine.clone(other, specOf(one))).rejects.toMatchObject({ code: 'absent' })
  await expect(engine.list()).rejects.toThrow('No list today.')
  await engine.create(specOf(other))
  await engine.start(other)
  const reported: string[] = []
  const upgrade = engine.upgrade(other, 'supabase-postgres-18.4.0', async (progress) => void reported.push(progress))
  await expect(upgrade).rejects.toThrow('The disk is full.')
  expect(reported.at(-1)).toBe('initiated data upgrade')
  expect(await behind.observe(other)).toMatchObject({ state: 'running', version: 'supabase-postgres-17.10.0' })
  const heard = new Promise((resolve) => engine.on(resolve))
  behind.crash(other)
  expect(await heard).toMatchObject({ type: 'crashed', ref: other })
  await engine.detach()
})
