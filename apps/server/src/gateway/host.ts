import { isIP } from 'node:net'

/** What a request's address is about: a project by its ref or by its own host name, or the platform. */
export type Place =
  | { readonly kind: 'platform' }
  | { readonly kind: 'project'; readonly ref: string; readonly path: string }
  | { readonly kind: 'hostname'; readonly hostname: string; readonly path: string }

const BELOW_PLATFORM = /^\/p\/([^/]*)(\/.*)?$/

/** How many headers' host names are remembered; most requests come to the same few. */
const HOSTS_KEPT = 1_000
const hostnames = new Map<string, string | null>()

/** The host name of a Host header: lower case, without port, brackets and a dot at the end; null when it is none. */
export function hostnameOf(host: string | null): string | null {
  if (host === null) return null
  const known = hostnames.get(host)
  if (known !== undefined) return known
  const hostname = readHostname(host)
  if (hostnames.size >= HOSTS_KEPT) hostnames.clear()
  hostnames.set(host, hostname)
  return hostname
}

function readHostname(host: string): string | null {
  if (!URL.canParse(`http://${host}`)) return null
  return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/**
 * Finds out what an address is about. Everything below `localhost` belongs to projects, so that a page of a project
 * never shares an origin with the dashboard there.
 * @param host the Host header
 * @param path the path of the address
 * @param platformHost the host name that people reach the dashboard at
 */
export function placeOf(host: string | null, path: string, platformHost: string): Place {
  const hostname = hostnameOf(host)
  if (hostname !== null && hostname !== platformHost && hostname.endsWith('.localhost'))
    return { kind: 'project', ref: hostname.slice(0, -'.localhost'.length), path }
  const below = BELOW_PLATFORM.exec(path)
  const own = hostname === null || hostname === platformHost || hostname === 'localhost' || isIP(hostname) !== 0
  if (own) return below ? { kind: 'project', ref: below[1] ?? '', path: below[2] ?? '/' } : { kind: 'platform' }
  return { kind: 'hostname', hostname, path }
}
