import { ASSISTANT_DEFAULT_SCHEMA } from '@stoa/contract'

/**
 * The table that somebody looks at beside the panel; undefined for none, and for one outside of the schemas that the
 * assistant may look at.
 * @param at an address of the dashboard
 */
export function tableInView(
  schemas: readonly string[],
  at: Pick<Location, 'pathname' | 'search'> = window.location,
): string | undefined {
  if (!/^\/project\/[^/]+\/editor\/?$/.test(at.pathname)) return undefined
  const params = new URLSearchParams(at.search)
  const table = params.get('table') ?? ''
  const isLooked = schemas.includes(params.get('schema') ?? ASSISTANT_DEFAULT_SCHEMA)
  return isLooked && table !== '' && table.length <= NAME_MAX ? table : undefined
}

/** Most characters of a name in Postgres. */
const NAME_MAX = 63
