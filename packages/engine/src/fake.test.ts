import { expect, test } from 'vitest'
import { engineConformance, randomRef } from './conformance.ts'
import type { EngineEvent } from './engine.ts'
import { createFakeEngine } from './fake.ts'

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
