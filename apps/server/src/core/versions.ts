import { RESTORE_TO_OLDER, UNKNOWN_VERSION, UPGRADE_NOT_NEWER } from '@stoa/contract'
import type { Engine, EngineVersion } from '@stoa/engine'
import type { ProjectRow } from '../store/tables.ts'

type Wanted = { readonly postgres_engine?: string | undefined; readonly release_channel?: string | undefined }
type Running = Pick<ProjectRow, 'version' | 'postgres_engine' | 'release_channel'>

/** The Postgres build that a new project gets unless one is chosen: 17 where it can be had, else the newest. */
export function defaultVersion(engine: Engine): EngineVersion | undefined {
  const versions = engine.versions()
  return versions.find((entry) => entry.postgres_engine === '17') ?? versions[0]
}

const fits = (entry: Running, wanted: Wanted): boolean =>
  (wanted.postgres_engine === undefined || entry.postgres_engine === wanted.postgres_engine) &&
  (wanted.release_channel === undefined || entry.release_channel === wanted.release_channel)

/**
 * The build that a person asked for.
 * @param wanted the engine's name such as `17`, and the release channel if that matters
 * @returns undefined when there is none
 */
export function findVersion(engine: Engine, wanted: Wanted): EngineVersion | undefined {
  if (wanted.postgres_engine === undefined && wanted.release_channel === undefined) return defaultVersion(engine)
  return engine.versions().find((entry) => fits(entry, wanted))
}

/** A version without the product's prefix: `17.10.0`. */
export const plainVersion = (version: string): string => version.replace(/^supabase-postgres-/, '')

/** The major version that a build is of. */
const majorOf = ({ version }: Pick<Running, 'version'>): number => Number.parseInt(plainVersion(version), 10)

const offered = (engine: Engine): EngineVersion[] =>
  engine.versions().filter(({ release_channel }) => !['internal', 'withdrawn'].includes(release_channel))

/** The builds that a project's data can be moved to, newest first. */
export const upgradeTargets = (engine: Engine, project: Running): EngineVersion[] =>
  engine.capabilities.upgrades ? offered(engine).filter((entry) => majorOf(entry) > majorOf(project)) : []

/** The builds that a paused project can come back as: the one that it had, then every newer one, oldest first. */
export function restoreTargets(engine: Engine, project: Running): Running[] {
  const { version, postgres_engine, release_channel } = project
  return [{ version, postgres_engine, release_channel }, ...upgradeTargets(engine, project).reverse()]
}

/** What was asked for cannot be had. The message says why. */
export class VersionRefusal extends Error {}

/**
 * What a restore has to do for the version that was asked for.
 * @returns null when it is the one that the data is of, else the build that the data has to be moved to
 * @throws VersionRefusal when there is no such build, or it is older than the data
 */
export function restoreTarget(engine: Engine, project: Running, wanted: Wanted): EngineVersion | null {
  if (fits(project, wanted)) return null
  const newer = upgradeTargets(engine, project)
    .reverse()
    .find((entry) => fits(entry, wanted))
  if (newer) return newer
  throw new VersionRefusal(
    offered(engine).some((entry) => fits(entry, wanted) && majorOf(entry) < majorOf(project))
      ? RESTORE_TO_OLDER
      : UNKNOWN_VERSION,
  )
}

/**
 * The build that an upgrade was asked for.
 * @param wanted a major version such as `18`, or a whole one with or without the product's prefix
 * @throws VersionRefusal when there is no such build, or it is not newer than the project's
 */
export function upgradeTarget(
  engine: Engine,
  project: Running,
  wanted: { readonly target_version: string; readonly release_channel?: string | undefined },
): EngineVersion {
  const named = offered(engine).filter(
    (entry) =>
      (entry.postgres_engine === wanted.target_version ||
        plainVersion(entry.version) === plainVersion(wanted.target_version)) &&
      (wanted.release_channel === undefined || entry.release_channel === wanted.release_channel),
  )
  const newer = named.find((entry) => majorOf(entry) > majorOf(project))
  if (newer) return newer
  throw new VersionRefusal(named.length > 0 ? UPGRADE_NOT_NEWER : UNKNOWN_VERSION)
}
