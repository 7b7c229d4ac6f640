import type { DatabaseExtension } from '@stoa/contract'

/** Why the owner cannot enable an extension, in a sentence; null when nothing stands against it. */
export function whyNotEnabled(
  { name, trusted, requires }: DatabaseExtension,
  all: readonly DatabaseExtension[],
): string | null {
  if (/u$/.test(name) && /^pl/.test(name))
    return 'Functions in this language could read the server’s files and run its programs, so that only a superuser may enable it'
  if (!trusted)
    return 'It reaches beyond the database, to files, other servers or the server’s memory, so that only a superuser may enable it. Nobody outside of the platform is one'
  for (const needed of requires) {
    const found = all.find((one) => one.name === needed)
    if (found === undefined) return `It needs ${needed}, which this build does not have`
    if (found.installed_version === null && !found.trusted)
      return `It needs ${needed}, which only a superuser may enable`
  }
  return null
}

/** Extensions that the platform works with. */
const PLATFORM = new Set(['pg_stat_statements'])

/** Why the owner cannot disable an extension; null when nothing stands against it. */
export function whyNotDisabled({ name, owner }: DatabaseExtension): string | null {
  if (name === 'plpgsql') return 'Functions in plpgsql, those of the platform included, need it'
  if (PLATFORM.has(name)) return 'The platform reads the statistics of queries from it'
  return owner === 'postgres' ? null : `It belongs to ${owner}`
}
