import type { QueryParams } from '../../../../parts/query-params/query-params.ts'
import { STATES, type StateName } from './states.ts'

/** The address of the page: its filters, whether it stands still, and the connection that is open. */
export type ConnectionsSearch = {
  readonly q?: string
  readonly state?: StateName
  /** Connections of the platform and processes of Postgres, too. */
  readonly all?: 'on'
  readonly live?: 'off'
  readonly pid?: string
}

/** Reads the address. What it does not know is left out. */
export function connectionsSearch(search: QueryParams): ConnectionsSearch {
  const state = (Object.keys(STATES) as StateName[]).find((one) => one === search.state)
  return {
    ...(typeof search.q === 'string' && search.q !== '' && { q: search.q.slice(0, 200) }),
    ...(state && { state }),
    ...(search.all === 'on' && { all: 'on' }),
    ...(search.live === 'off' && { live: 'off' }),
    ...(typeof search.pid === 'string' && /^[1-9]\d{0,9}$/.test(search.pid) && { pid: search.pid }),
  }
}
