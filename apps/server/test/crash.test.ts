import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WORKFLOWS } from '../src/workflows/project.ts'
import { AREAS } from './crash-arrangements/areas.ts'
import { pointsOf, roundsOf } from './crash-deaths.ts'
import { HAND_OVER } from './crash-main.ts'
import { CrashPlatform } from './crash-platform.ts'

// Every workflow dies before and after every one of its steps, and between its commit and its first step, by SIGKILL
// of the whole platform. The next start has to end it well. A new workflow joins by an entry in `crash-arrangements/`.

test('every workflow has its arrangement in exactly one area', () => {
  const arranged = Object.values(AREAS).flatMap((arrangementsOn) => Object.keys(arrangementsOn(new CrashPlatform())))
  expect(arranged.sort()).toEqual(WORKFLOWS.map(({ kind }) => kind).sort())
})

test.for(Object.entries(AREAS))(
  'every death of %s is in one round, and no round has two that disturb each other',
  ([, arrangementsOn]) => {
    const deaths = Object.entries(arrangementsOn(new CrashPlatform())).flatMap(([kind, arrangement]) =>
      pointsOf(kind).map((point) => ({ point, arrangement })),
    )
    const rounds = roundsOf(deaths)
    expect(rounds.flat()).toHaveLength(deaths.length)
    expect(new Set(rounds.flat())).toEqual(new Set(deaths))
    for (const round of rounds) {
      expect(new Set(round.map(({ point }) => point.kind)).size).toBe(round.length)
      expect(round.filter(({ point }) => point.step === HAND_OVER).length).toBeLessThan(2)
    }
  },
)

test.for(Object.keys(AREAS))('the deaths of %s have a test file of their own', (area) => {
  expect(readFileSync(join(import.meta.dirname, `crash-${area}.test.ts`), 'utf8')).toContain(`deathsOf(AREAS.${area})`)
})
