import type { DatabaseExtension } from '@stoa/contract'
import { whyUntrusted } from './untrusted.ts'

/** Why the owner cannot enable an extension, in a sentence; null when nothing stands against it. */
export function whyNotEnabled(
  { name, trusted, requires }: DatabaseExtension,
  all: readonly DatabaseExtension[],
): string | null {
  if (!trusted) return whyUntrusted(name)
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
