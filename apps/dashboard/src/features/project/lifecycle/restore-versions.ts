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
