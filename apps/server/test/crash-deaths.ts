import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORKFLOWS } from '../src/workflows/project.ts'
import { type DeadlyPoint, HAND_OVER } from './crash-main.ts'
import { type Arrangements, CrashPlatform, type Death } from './crash-platform.ts'

/** An upgrade that is begun twice, among other work, on a machine that has other things to do. */
const LONGEST_DEATH_MS = 300_000

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
 * Deals deaths into rounds: as few as there are points of the longest workflow, equally full. In each round a workflow
 * dies at most once, and at most one dies between its commit and its first step.
 */
export function roundsOf(deaths: readonly Death[]): Death[][] {
  const ofKind = (kind: string) => deaths.filter(({ point }) => point.kind === kind)
  const byLength = deaths.toSorted((a, b) => ofKind(b.point.kind).length - ofKind(a.point.kind).length)
  const longest = byLength[0] ? ofKind(byLength[0].point.kind).length : 0
  const rounds: Death[][] = Array.from({ length: longest }, () => [])
  const together = (a: Death, b: Death) =>
    a.point.kind !== b.point.kind && (a.point.step !== HAND_OVER || b.point.step !== HAND_OVER)
  for (const death of byLength) {
    const [emptiest] = rounds
      .filter((round) => round.every((other) => together(death, other)))
      .sort((a, b) => a.length - b.length)
    if (emptiest) emptiest.push(death)
    else rounds.push([death])
  }
  return rounds
}

/** Registers the tests of all arranged workflows: each dies at each of its points, on a platform of this file's own. */
export function deathsOf(arrangementsOn: (platform: CrashPlatform) => Arrangements): {
  platform: CrashPlatform
  arrangements: Arrangements
} {
  const platform = new CrashPlatform()
  const arrangements = arrangementsOn(platform)
  beforeAll(() => platform.open())
  afterAll(() => platform.close())
  const rounds = roundsOf(
    Object.entries(arrangements).flatMap(([kind, arrangement]) =>
      pointsOf(kind).map((point) => ({ point, arrangement })),
    ),
  )
  const begun = new Set<Death[]>()
  const settled = new Map<Death, string>()
  /** The project that a death was about. The first of a round dies with all of it; after a failure each dies alone. */
  async function die(death: Death, round: Death[]): Promise<string> {
    if (!settled.has(death)) {
      const together = begun.has(round) ? [death] : round
      begun.add(round)
      for (const [died, ref] of await platform.dieAt(together)) settled.set(died, ref)
    }
    const ref = settled.get(death) ?? ''
    settled.delete(death)
    return ref
  }
  const deaths = rounds.flatMap((round) =>
    round.map((death) => [`${death.point.kind} ${death.point.when} ${death.point.step}`, death, round] as const),
  )
  describe('after kill -9', () => {
    test.for(deaths)('%s the next start ends it well', { timeout: LONGEST_DEATH_MS }, async ([, death, round]) => {
      const ref = await die(death, round)
      const { rows } = await platform.database.query(
        // Whatever the schedule began meanwhile is not of interest.
        'select kind, error from operations where project_ref = $1 and kind = $2 order by created_at desc limit 1',
        [ref, death.point.kind],
      )
      expect(rows).toEqual([{ kind: death.point.kind, error: null }])
      await death.arrangement.check(ref)
    })
  })
  return { platform, arrangements }
}
