import { type Project, RESTORE_NEEDS_PROJECT } from '@stoa/contract'

export type RestoreVersion = {
  readonly version: string
  readonly postgres_engine: string
  readonly release_channel: string
}

/** Names an entry in the form: versions are told apart by engine and channel too. */
export const versionKey = ({ version, postgres_engine, release_channel }: RestoreVersion): string =>
  `${version}|${postgres_engine}|${release_channel}`

/** What sets a version apart: a preview engine, a channel other than general availability. */
export function versionBadges({ postgres_engine, release_channel }: RestoreVersion): string[] {
  return [
    ...(release_channel === 'ga' ? [] : [release_channel]),
    ...(postgres_engine.includes('oriole-preview') ? ['OrioleDB Preview'] : []),
  ]
}

/**
 * What a restore asks the server for.
 * @param project undefined when it has gone while the dialog was open
 * @param version undefined to come back as it was
 * @throws Error with the sentence to show
 */
export function restoreRequest(project: Pick<Project, 'ref'> | undefined, version: RestoreVersion | undefined) {
  if (project === undefined) throw new Error(RESTORE_NEEDS_PROJECT)
  const { postgres_engine, release_channel } = version ?? {}
  return { ref: project.ref, ...(version && { postgres_engine, release_channel }) }
}
