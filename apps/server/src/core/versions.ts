import type { Engine, EngineVersion } from '@stoa/engine'

/** The Postgres build that a new project gets unless one is chosen: 17 where it can be had, else the newest. */
export function defaultVersion(engine: Engine): EngineVersion | undefined {
  const versions = engine.versions()
  return versions.find((entry) => entry.postgres_engine === '17') ?? versions[0]
}

/**
 * The build that a person asked for.
 * @param wanted the engine's name such as `17`, and the release channel if that matters
 * @returns undefined when there is none
 */
export function findVersion(
  engine: Engine,
  wanted: { postgres_engine?: string | undefined; release_channel?: string | undefined },
): EngineVersion | undefined {
  if (wanted.postgres_engine === undefined && wanted.release_channel === undefined) return defaultVersion(engine)
  return engine
    .versions()
    .find(
      (entry) =>
        (wanted.postgres_engine === undefined || entry.postgres_engine === wanted.postgres_engine) &&
        (wanted.release_channel === undefined || entry.release_channel === wanted.release_channel),
    )
}
