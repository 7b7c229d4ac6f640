import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORKFLOWS } from '../src/workflows/project.ts'
import { type DeadlyPoint, HAND_OVER } from './crash-main.ts'
import { type Arrangements, CrashPlatform, type Life } from './crash-platform.ts'

/** An upgrade that is begun several times, among other work, on a machine that has other things to do. */
const LONGEST_LIFE_MS = 300_000

/** How often a piece of work dies: to bring it to a point takes longer than the platform's next start. */
const DEATHS_OF_A_LIFE = 3

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
const isHandedOver = ({ points: [first] }: Life) => first?.step !== HAND_OVER

/**
 * Deals lives into rounds: as few as there can be, equally full. In each round a workflow has one life at most, and at
 * most one dies between its commit and its first step.
 */
export function roundsOf(lives: readonly Life[]): Life[][] {
  const ofKind = (life: Life) => lives.filter((other) => kindOf(other) === kindOf(life)).length
  const byLength = lives.toSorted((a, b) => ofKind(b) - ofKind(a))
  const longest = byLength[0] ? ofKind(byLength[0]) : 0
  const rounds: Life[][] = Array.from({ length: longest }, () => [])
  const together = (a: Life, b: Life) => kindOf(a) !== kindOf(b) && (isHandedOver(a) || isHandedOver(b))
  for (const life of byLength) {
    const [emptiest] = rounds
      .filter((round) => round.every((other) => together(life, other)))
      .sort((a, b) => a.length - b.length)
    if (emptiest) emptiest.push(life)
    else rounds.push([life])
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
