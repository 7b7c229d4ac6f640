import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

type Violation = { rule: { name: string }; from: string }

/** Runs the import check over a small tree of its own. @returns what it finds, as the rule's name and the file */
function broken(files: Record<string, string>): (readonly [rule: string, file: string])[] {
  const tree = mkdtempSync(join(tmpdir(), 'stoa-architecture-'))
  made.push(tree)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  cpSync(join(root, '.dependency-cruiser.cjs'), join(tree, '.dependency-cruiser.cjs'))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const cruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const done = spawnSync(
    process.execPath,
    [cruise, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'packages', 'apps'],
    {
      cwd: tree,
      encoding: 'utf8',
    },
  )
  const { summary } = JSON.parse(done.stdout) as { summary: { violations: Violation[] } }
  return summary.violations.map(({ rule, from }) => [rule.name, from] as const)
}

const one = 'export const one = 1\n'
const using = (path: string) => `import { one } from '${path}'\nexport const two = one + 1\n`

/** What no rule has a word against. */
const GOOD = {
  'packages/sql/src/index.ts': one,
  'apps/server/src/core/good.ts': one,
  'apps/server/src/features/good/good.ts': using('../../core/good.ts'),
  'apps/dashboard/src/features/org/use-organization.ts': one,
  'apps/dashboard/src/features/org/team/Team.ts': using('../use-organization.ts'),
}

/** Which rule refuses that the first file imports the second. */
const BAD = [
  ['server-features-apart', 'apps/server/src/features/projects/a.ts', 'apps/server/src/features/account/b.ts'],
  ['server-features-apart', 'apps/server/src/features/project/home/a.ts', 'apps/server/src/features/project/sql/b.ts'],
  ['dashboard-features-apart', 'apps/dashboard/src/features/projects/a.ts', 'apps/dashboard/src/features/account/b.ts'],
  ['server-layers', 'apps/server/src/features/projects/a.ts', 'apps/server/src/http/b.ts'],
  ['server-lower-layers', 'apps/server/src/core/a.ts', 'apps/server/src/features/account/b.ts'],
  ['server-core-below-workflows', 'apps/server/src/core/a.ts', 'apps/server/src/workflows/b.ts'],
  ['server-store-at-the-bottom', 'apps/server/src/store/a.ts', 'apps/server/src/core/b.ts'],
  ['one-place-names-an-engine', 'apps/server/src/start.ts', 'packages/engine-embedded/src/index.ts'],
  ['dashboard-layers', 'apps/dashboard/src/features/projects/a.ts', 'apps/dashboard/src/shell/b.ts'],
  ['dashboard-parts-below-features', 'apps/dashboard/src/parts/a.ts', 'apps/dashboard/src/features/projects/b.ts'],
  ['dashboard-is-a-client', 'apps/dashboard/src/api/a.ts', 'apps/server/src/core/b.ts'],
  ['ui-imports', 'packages/ui/src/a.ts', 'packages/contract/src/index.ts'],
  ['contract-imports', 'packages/contract/src/a.ts', 'packages/sql/src/index.ts'],
  ['sql-imports', 'packages/sql/src/a.ts', 'packages/contract/src/index.ts'],
  ['engine-imports', 'packages/engine/src/a.ts', 'packages/contract/src/index.ts'],
  ['engine-embedded-imports', 'packages/engine-embedded/src/a.ts', 'packages/contract/src/index.ts'],
  ['doors', 'apps/server/src/core/a.ts', 'packages/contract/src/inner/secret.ts'],
] as const

describe('the import rules', () => {
  // One look at all of them: each is a file of its own, and reading the rules takes longest.
  let found: ReturnType<typeof broken> = []
  const importer = (at: number, file: string) =>
    file.endsWith('/start.ts') ? file : file.replace(/a\.ts$/, `bad-${at}.ts`)
  beforeAll(() => {
    const bad = BAD.flatMap(([, from, to], at) => {
      const up = '../'.repeat(from.split('/').length - 1)
      return [[to, one] as const, [importer(at, from), using(`${up}${to}`)] as const]
    })
    found = broken({
      ...Object.fromEntries(bad),
      ...GOOD,
      'apps/server/src/core/circle.ts': using('./round.ts'),
      'apps/server/src/core/round.ts': "import { two } from './circle.ts'\nexport const one = () => two\n",
    })
  })

  it('let a feature use the layers below it', () => {
    expect(found.filter(([, file]) => file in GOOD)).toEqual([])
  })

  it.each(BAD.map(([rule, from, to], at) => [rule, from, to, importer(at, from)] as const))(
    'refuse, by %s, that %s imports %s',
    (rule, _from, _to, file) => {
      expect(found).toContainEqual([rule, file])
    },
  )

  it('refuse a circle', () => {
    expect(found).toContainEqual(['no-cycles', 'apps/server/src/core/circle.ts'])
  })
})
