import { cp, readFile, realpath, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { EngineVersion } from '@stoa/engine'
import { isRoot } from './account.ts'
import { exists, makeFolder } from './files.ts'
import { isTraversable } from './traversable.ts'
import { trustExtensions } from './trusted-extensions.ts'

const MAJORS = [18, 17, 15]
const DEFAULT_MAJOR = 17

/** One Postgres build that is installed here. */
export type Build = {
  readonly major: number
  /** The package's own version, for example `17.10.0-beta.17`; names templates, so that a new build gets a new one. */
  readonly packageVersion: string
  readonly entry: EngineVersion
  /** The folder with `bin`, `lib` and `share`. */
  readonly native: string
}

/** Where a build's programs lie once they can be run. */
export type Programs = { readonly initdb: string; readonly postgres: string }

/** The builds whose packages are installed for this machine, newest first. A missing package is not an error. */
export async function installedBuilds(): Promise<Build[]> {
  const builds: Build[] = []
  for (const major of MAJORS) {
    const root = packageRoot(`pg${major}-${process.platform}-${process.arch}`)
    if (!root) continue
    const described: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const packageVersion = (described as { version: string }).version
    builds.push({
      major,
      packageVersion,
      entry: {
        version: `supabase-postgres-${packageVersion.replace(/-.*$/, '')}`,
        postgres_engine: `${major}`,
        release_channel: 'ga',
      },
      native: join(root, 'native'),
    })
  }
  return builds
}

/** The build a new project gets unless it asks for another. */
export function defaultBuild(builds: readonly Build[]): Build | undefined {
  return builds.find((build) => build.major === DEFAULT_MAJOR) ?? builds[0]
}

/** The major version in a catalogue entry's name, or `null` when the name is not one of ours. */
export function majorOf(version: string): number | null {
  const match = /^supabase-postgres-(\d+)\./.exec(version)
  return match ? Number(match[1]) : null
}

function packageRoot(name: string): string | null {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return null
  }
}

/**
 * Makes a build runnable: restores the library links that packages cannot carry, and copies the build to
 * `enginesDir` when other accounts cannot reach it where it is.
 * @returns the programs' absolute paths
 */
export async function prepareBuild(build: Build, enginesDir: string): Promise<Programs> {
  await restoreLinks(build.native)
  let native = await realpath(build.native)
  if (isRoot && !(await isTraversable(native))) {
    native = join(enginesDir, `${build.major}-${build.packageVersion}`)
    await copyOnce(await realpath(build.native), native)
  }
  await trustExtensions(native)
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

async function restoreLinks(native: string): Promise<void> {
  const root = dirname(native)
  const links: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links as { source: string; target: string }[]) {
    const link = join(root, target)
    try {
      await symlink(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function copyOnce(from: string, to: string): Promise<void> {
  if (await exists(join(to, 'bin', 'postgres'))) return
  const fresh = `${to}.new-${process.pid}`
  await makeFolder(dirname(to), 0o711)
  await rm(fresh, { recursive: true, force: true })
  await cp(from, fresh, { recursive: true, verbatimSymlinks: true })
  try {
    await rename(fresh, to)
  } catch (error) {
    // Another process was quicker; its copy is as good.
    await rm(fresh, { recursive: true, force: true })
    if (!(await exists(join(to, 'bin', 'postgres')))) throw error
  }
}
