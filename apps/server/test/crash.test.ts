import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WORKFLOWS } from '../src/workflows/project.ts'
import { AREAS } from './crash-arrangements/areas.ts'
import { livesOf, pointsOf, roundsOf } from './crash-deaths.ts'
import { CrashPlatform } from './crash-platform.ts'

// Every workflow dies before and after every one of its steps, and between its commit and its first step, by SIGKILL
// of the whole platform. A piece of work dies at some of these points, one after the other, and the start after the last
// has to end it well. A new workflow joins by an entry in `crash-arrangements/`.

test('every workflow has its arrangement in exactly one area', () => {
  const arranged = Object.values(AREAS).flatMap((arrangementsOn) => Object.keys(arrangementsOn(new CrashPlatform())))
  expect(arranged.sort()).toEqual(WORKFLOWS.map(({ kind }) => kind).sort())
})

test.for(Object.entries(AREAS))(
  'every point of %s is in one life, and no round has two that disturb each other',
  ([, arrangementsOn]) => {
    const arrangements = arrangementsOn(new CrashPlatform())
    const points = Object.keys(arrangements).flatMap(pointsOf)
    const rounds = roundsOf(livesOf(arrangements))
    const died = rounds.flat().flatMap((life) => life.points)
    expect(died).toHaveLength(points.length)
    expect(died).toEqual(expect.arrayContaining(points))
    for (const round of rounds) {
      const making = round.filter(({ arrangement }) => arrangement.makes).map(({ points: [first] }) => first?.kind)
      expect(new Set(making).size).toBe(making.length)
    }
  },
)

test.for(Object.keys(AREAS))('the deaths of %s have a test file of their own', (area) => {
  expect(readFileSync(join(import.meta.dirname, `crash-${area}.test.ts`), 'utf8')).toContain(`deathsOf(AREAS.${area})`)
})
