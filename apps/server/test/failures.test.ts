import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'
import { projectCalls } from './project-calls.ts'

let platform: TestPlatform
let token: string
beforeAll(async () => {
  platform = await TestPlatform.start()
  token = (await platform.as('Owner')).token
})
afterAll(() => platform.dispose())

const { ask, folder, mark, marked, actions } = projectCalls(() => platform)

describe('a step that fails for good', () => {
  const failing = async (method: Parameters<TestPlatform['faults']['fail']>[0], work: () => Promise<void>) => {
    platform.faults.fail(method, 'The disk is full.')
    await work().finally(() => platform.faults.heal())
  }
  const reason = async (ref: string, action: string) =>
    expect((await platform.audit({ ref, action })).at(-1)?.details).toEqual({ reason: 'The disk is full.' })

  test.for(['create', 'start'] as const)(
    'leaves a new project UNKNOWN when %s fails, to be deleted',
    async (method) => {
      let ref = ''
      await failing(method, async () => {
        const body = { name: `No ${method}`, organization_slug: 'acme' }
        const made = await platform.call<{ ref: string }>('POST', '/v1/projects', { token, body })
        ref = made.body.ref
        await platform.until(ref, 'UNKNOWN')
      })
      await reason(ref, 'project.create_failed')
      expect((await ask(ref, 'remove')).status).toBe(200)
      await platform.until(ref, 'absent')
      expect(existsSync(folder(ref))).toBe(false)
    },
  )

  test('is tried again before that, and a passing trouble is nobody’s trouble', async () => {
    const ref = await platform.createProject('Hiccup')
    platform.faults.fail('start', 'Not just now.')
    setTimeout(() => platform.faults.heal(), 300)
    await ask(ref, 'restart')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    expect((await actions(ref)).at(-1)).toBe('project.restarted')
  })

  test('leaves a project PAUSE_FAILED, and a second pause succeeds', async () => {
    const ref = await platform.createProject('Restless')
    await mark(ref)
    await failing('stop', async () => {
      await ask(ref, 'pause')
      await platform.until(ref, 'PAUSE_FAILED')
    })
    await reason(ref, 'project.pause_failed')
    await ask(ref, 'pause')
    await platform.until(ref, 'INACTIVE')
  })

  test('leaves a project RESTORE_FAILED, and a second restore succeeds', async () => {
    const ref = await platform.createProject('Sluggish')
    await mark(ref)
    await ask(ref, 'pause')
    await platform.until(ref, 'INACTIVE')
    await failing('start', async () => {
      await ask(ref, 'restore')
      await platform.until(ref, 'RESTORE_FAILED')
    })
    await reason(ref, 'project.restore_failed')
    await ask(ref, 'restore')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await marked(ref)
  })

  test('leaves a restarted project UNKNOWN, and a second restart brings it back', async () => {
    const ref = await platform.createProject('Stuck')
    await mark(ref)
    await failing('start', async () => {
      await ask(ref, 'restart')
      await platform.until(ref, 'UNKNOWN')
    })
    await reason(ref, 'project.restart_failed')
    await ask(ref, 'restart')
    await platform.until(ref, 'ACTIVE_HEALTHY')
    await marked(ref)
  })

  test('leaves a project that cannot be removed UNKNOWN, and a second delete removes it', async () => {
    const ref = await platform.createProject('Clingy')
    await failing('remove', async () => {
      await ask(ref, 'remove')
      await platform.until(ref, 'UNKNOWN')
    })
    await reason(ref, 'project.delete_failed')
    await ask(ref, 'remove')
    await platform.until(ref, 'absent')
  })

  test('never holds the project, even when its status has become another', async () => {
    const ref = await platform.createProject('Wandering')
    await failing('start', async () => {
      await ask(ref, 'restart')
      await platform.query("update projects set status = 'INACTIVE' where ref = $1", [ref])
      await platform.until(ref, 'INACTIVE')
    })
    await ask(ref, 'restore')
    await platform.until(ref, 'ACTIVE_HEALTHY')
  })
})
