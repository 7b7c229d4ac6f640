import { describe, expect, test } from 'vitest'
import { WORKFLOWS } from '../src/workflows/project.ts'
import { AREAS } from './crash-arrangements/areas.ts'
import { deathsOf } from './crash-deaths.ts'

const { platform, arrangements } = deathsOf(AREAS.projects)

describe('a service manager that stops the platform in the middle of', () => {
  test.for(['project.create', 'project.restart', 'project.delete'])('%s loses nothing', async (kind) => {
    const arrangement = arrangements[kind]
    const step = WORKFLOWS.find((workflow) => workflow.kind === kind)?.steps[1]?.name
    if (!arrangement || !step) throw new Error(`There is no arrangement for ${kind}`)
    const arranged = await arrangement.arrange()
    await platform.order([{ kind, step, when: 'before', action: 'wait', ref: null }])
    const waits = platform.heard('waits')
    const ref = await arrangement.request(arranged)
    await waits
    platform.stop()
    expect(await platform.ended(), platform.output).toBe(0)
    await platform.start()
    await platform.settled(ref, arrangement.expected)
    await arrangement.check(ref)
  })
})
