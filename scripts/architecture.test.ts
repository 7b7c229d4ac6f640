import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

/** Runs the import check over a small tree of its own and gives the names of the rules that fail. */
function broken(files: Record<string, string>): string[] {
  const tree = mkdtempSync(join(tmpdir(), 'stoa-architecture-'))
  made.push(tree)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), text)
  }
  for (const group of ['packages', 'apps']) mkdirSync(join(tree, group), { recursive: true })
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
  const { summary } = JSON.parse(done.stdout) as { summary: { violations: { rule: { name: string } }[] } }
  return [...new Set(summary.violations.map((violation) => violation.rule.name))].sort()
}

const one = 'export const one = 1\n'
const using = (path: string) => `import { one } from '${path}'\nexport const two = one + 1\n`

describe('the import rules', () => {
  it('let a feature use the layers below it', () => {
    expect(
      broken({
        'apps/server/src/core/thing.ts': one,
        'apps/server/src/features/projects/projects.ts': using('../../core/thing.ts'),
        'apps/dashboard/src/features/org/use-organization.ts': one,
        'apps/dashboard/src/features/org/team/Team.ts': using('../use-organization.ts'),
      }),
    ).toEqual([])
  })

  it.each([
    ['server-features-apart', 'apps/server/src/features/projects/a.ts', 'apps/server/src/features/account/b.ts'],
    [
      'server-features-apart',
      'apps/server/src/features/project/home/a.ts',
      'apps/server/src/features/project/sql/b.ts',
    ],
    [
      'dashboard-features-apart',
      'apps/dashboard/src/features/projects/a.ts',
      'apps/dashboard/src/features/account/b.ts',
    ],
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
  ])('refuse, by %s, that %s imports %s', (rule, from, to) => {
    const up = '../'.repeat(from.split('/').length - 1)
    expect(broken({ [to]: one, [from]: using(`${up}${to}`) })).toContain(rule)
  })

  it('refuse a circle', () => {
    expect(
      broken({
        'apps/server/src/core/a.ts': using('./b.ts'),
        'apps/server/src/core/b.ts': "import { two } from './a.ts'\nexport const one = () => two\n",
      }),
    ).toContain('no-cycles')
  })
})
