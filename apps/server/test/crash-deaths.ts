import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORKFLOWS } from '../src/workflows/project.ts'
import { type DeadlyPoint, HAND_OVER } from './crash-main.ts'
import { type Arrangements, CrashPlatform, type Life } from './crash-platform.ts'

/** An upgrade that is begun several times, among other work, on a machine that has other things to do. */
const LONGEST_LIFE_MS = 600_000

/** How often a piece of work dies: to bring it to a point takes longer than the platform's next start. */
const DEATHS_OF_A_LIFE = 3

/** How many pieces of work of one workflow go on beside each other: a start serves all of them. */
const LIVES_AT_ONCE = 2

/** Every point of a workflow where it has to be able to die. */
export function pointsOf(kind: string): DeadlyPoint[] {
  const steps = WORKFLOWS.find((workflow) => workflow.kind === kind)?.steps
  if (!steps) throw new Error(`There is no workflow ${kind}`)
  return [
    { kind, step: HAND_OVER, when: 'before' },
    ...steps.flatMap(({ name, points = [] }) => [
      { kind, step: name, when: 'before' as const },
      ...points.map((point) => ({ kind, step: point, when: 'after' as const })),
      { kind, step: name, when: 'after' as const },
    ]),
  ]
}

/**
 * Deals the points of each workflow into lives that die several times. Between two deaths of a life lies a stretch of
 * the workflow, so that each start has to do more than the one before: what one leaves behind is not put right by the
 * next unseen.
 */
export function livesOf(arrangements: Arrangements): Life[] {
  return Object.entries(arrangements).flatMap(([kind, arrangement]) => {
    const points = pointsOf(kind)
    const lives = Math.ceil(points.length / DEATHS_OF_A_LIFE)
    return Array.from({ length: lives }, (_, first) => ({
      points: points.filter((_point, at) => at % lives === first),
      arrangement,
    }))
  })
}

const kindOf = ({ points: [first] }: Life) => first?.kind

/** How many lives of a workflow may be in one round. A project that is not there yet has nothing to be told apart by. */
const atOnce = ({ arrangement }: Life) => (arrangement.makes ? 1 : LIVES_AT_ONCE)

/** Deals lives into rounds: as few as there can be, equally full. Whatever is in a round dies and starts together. */
export function roundsOf(lives: readonly Life[]): Life[][] {
  const alike = (all: readonly Life[], life: Life) => all.filter((other) => kindOf(other) === kindOf(life)).length
  const needed = (life: Life) => Math.ceil(alike(lives, life) / atOnce(life))
  const rounds: Life[][] = Array.from({ length: Math.max(...lives.map(needed)) }, () => [])
  for (const life of lives.toSorted((a, b) => needed(b) - needed(a))) {
    const [emptiest] = rounds.filter((round) => alike(round, life) < atOnce(life)).sort((a, b) => a.length - b.length)
    emptiest?.push(life)
  }
  return rounds
}

/** Registers the tests of all arranged workflows: all of their points are died at, on a platform of this file's own. */
export function deathsOf(arrangementsOn: (platform: CrashPlatform) => Arrangements): {
  platform: CrashPlatform
  arrangements: Arrangements
} {
  const platform = new CrashPlatform()
  const arrangements = arrangementsOn(platform)
  beforeAll(() => platform.open())
  afterAll(() => platform.close())
  const rounds = roundsOf(livesOf(arrangements))
  const begun = new Set<Life[]>()
  const settled = new Map<Life, string>()
  /** The project that a life was about. The first of a round dies with all of it; after a failure each dies alone. */
  async function die(life: Life, round: Life[]): Promise<string> {
    if (!settled.has(life)) {
      const together = begun.has(round) ? [life] : round
      begun.add(round)
      for (const [died, ref] of await platform.dieAt(together)) settled.set(died, ref)
    }
    const ref = settled.get(life) ?? ''
    settled.delete(life)
    return ref
  }
  const named = ({ points }: Life) =>
    `${points[0]?.kind} ${points.map(({ when, step }) => `${when} ${step}`).join(', and ')}`
  const lives = rounds.flatMap((round) => round.map((life) => [named(life), life, round] as const))
  describe('after kill -9', () => {
    test.for(lives)('%s, the next start ends it well', { timeout: LONGEST_LIFE_MS }, async ([, life, round]) => {
      const ref = await die(life, round)
      const { rows } = await platform.database.query(
        // Whatever the schedule began meanwhile is not of interest.
        'select kind, error from operations where project_ref = $1 and kind = $2 order by created_at desc limit 1',
        [ref, kindOf(life)],
      )
      expect(rows).toEqual([{ kind: kindOf(life), error: null }])
      await life.arrangement.check(ref)
    })
  })
  return { platform, arrangements }
}
