import { invalidPreferences } from '../errors.ts'

export type Preferences = {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  readonly return: 'representation' | 'headers-only' | 'minimal' | null
  readonly count: 'exact' | 'planned' | 'estimated' | null
  readonly tx: 'commit' | 'rollback' | null
  readonly missing: 'default' | 'null' | null
  readonly handling: 'strict' | 'lenient' | null
  readonly timezone: string | null
  readonly maxAffected: number | null
}
export type PreferenceName = keyof Preferences

const VALUES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'headers-only', 'minimal'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const

const NONE = 'count=none'

/** What a request prefers that says nothing of it. */
const NO_PREFERENCES: Preferences = {
  resolution: null,
  return: null,
  count: null,
  tx: null,
  missing: null,
  handling: null,
  timezone: null,
  maxAffected: null,
}

/**
 * Reads the Prefer header.
 * @param known whether Postgres knows a time zone
 * @throws RestError PGRST122 with handling=strict and something that is no preference
 */
export function readPreferences(header: string | null, known: (timezone: string) => boolean): Preferences {
  if (header === null) return NO_PREFERENCES
  const words = header
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const invalid: string[] = []
  const found: Record<string, string> = {}
  for (const word of words) {
    const at = word.indexOf('=')
    const [name, value] = at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)]
    const values: readonly string[] = VALUES[name as keyof typeof VALUES] ?? []
    const valid =
      values.includes(value) || (name === 'timezone' && known(value)) || name === 'max-affected' || word === NONE
    if (!valid) invalid.push(word)
    // One that says no number says nothing.
    else if (name !== 'max-affected' || /^\d{1,15}$/.test(value)) found[name] ??= value
  }
  if (found.handling === 'strict' && invalid.length > 0) throw invalidPreferences(invalid)
  const one = <N extends keyof typeof VALUES>(name: N): (typeof VALUES)[N][number] | null =>
    VALUES[name].find((value) => value === found[name]) ?? null
  return {
    resolution: one('resolution'),
    return: one('return'),
    count: one('count'),
    tx: one('tx'),
    missing: one('missing'),
    handling: one('handling'),
    timezone: found.timezone ?? null,
    maxAffected: found['max-affected'] === undefined ? null : Number(found['max-affected']),
  }
}

/** In which order preferences are told to have been followed. */
const ORDER: readonly PreferenceName[] = [
  'resolution',
  'missing',
  'return',
  'count',
  'tx',
  'handling',
  'timezone',
  'maxAffected',
]

/** The Preference-Applied header: which of the preferences were followed; null for none. */
export function applied(preferences: Preferences, names: readonly PreferenceName[]): string | null {
  if (preferences === NO_PREFERENCES) return null
  const told = ORDER.filter((name) => names.includes(name) && preferences[name] !== null)
    .filter((name) => name !== 'maxAffected' || preferences.handling === 'strict')
    .map((name) => `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`)
  return told.length > 0 ? told.join(', ') : null
}
