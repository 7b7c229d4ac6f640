import { invalidPath, putLimits, rpcMethod, unacceptableSchema, unsupportedMethod } from '../errors.ts'
import type { HeaderSource, RestRequest } from '../message.ts'
import { canonical, parameters, type Query, readQuery } from '../url/query.ts'
import { type Payload, readPayload } from './body.ts'
import { type Media, readAccept } from './media.ts'
import { type Preferences, readPreferences } from './prefer.ts'
import { type RowRange, rowRange } from './range.ts'

/** What a request is about. */
export type Resource =
  | { readonly kind: 'root' }
  | { readonly kind: 'relation'; readonly name: string }
  | { readonly kind: 'routine'; readonly name: string }

export type ApiRequest = {
  readonly method: string
  readonly resource: Resource
  readonly schema: string
  /** Whether there is more than one schema to choose from, so that the answer says which it was. */
  readonly negotiated: boolean
  readonly query: Query
  readonly preferences: Preferences
  readonly range: RowRange
  readonly accepted: readonly Media[]
  readonly payload: Payload | null
  readonly headers: HeaderSource
  readonly path: string
  /** The address that the answer is told to be of: the path, and the parameters in order. */
  readonly location: string
}

const READS = ['GET', 'HEAD']
const METHODS = [...READS, 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']

function resourceOf(path: string): Resource {
  const parts = path.replace(/^\/+|\/+$/g, '').split('/')
  const name = (part: string): string => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  }
  const [first = '', second] = parts
  if (parts.length === 1) return first === '' ? { kind: 'root' } : { kind: 'relation', name: name(first) }
  if (parts.length === 2 && first === 'rpc' && second) return { kind: 'routine', name: name(second) }
  throw invalidPath()
}

/** The schema that a request chooses, by the header that belongs to its method. */
function schemaOf(method: string, headers: HeaderSource, schemas: readonly string[]): string {
  const header = READS.includes(method) || method === 'OPTIONS' ? 'accept-profile' : 'content-profile'
  const wanted = headers.get(header)
  if (wanted === null) return schemas[0] ?? 'public'
  // Header values arrive byte by byte; names of schemas are UTF-8.
  const name = Buffer.from(wanted, 'latin1').toString('utf8')
  const found = [wanted, name].find((one) => schemas.includes(one))
  if (found === undefined) throw unacceptableSchema(wanted, schemas)
  return found
}

/** The path as an answer tells it. */
function shownPath(path: string): string {
  try {
    return encodeURI(decodeURIComponent(path))
  } catch {
    return encodeURI(path)
  }
}

/**
 * Reads a request.
 * @throws RestError for what cannot be understood
 */
export function readRequest(
  { method, path, search, headers, body }: RestRequest,
  schemas: readonly string[],
  timezones: (name: string) => boolean,
): ApiRequest {
  const resource = resourceOf(path)
  const schema = schemaOf(method, headers, schemas)
  if (!METHODS.includes(method)) throw unsupportedMethod(method)
  const forFunction = resource.kind === 'routine'
  if (forFunction && !['GET', 'HEAD', 'POST', 'OPTIONS'].includes(method)) throw rpcMethod(method)
  if (resource.kind === 'root' && ![...READS, 'OPTIONS'].includes(method)) throw unsupportedMethod(method)
  const given = parameters(search)
  const query = readQuery(given, forFunction && READS.includes(method))
  const preferences = readPreferences(headers.get('prefer'), timezones)
  const own = (entries: Query['limits']): number | null =>
    entries.findLast((entry) => entry.path.length === 0)?.value ?? null
  const [limit, offset] = [own(query.limits), own(query.offsets)]
  const range = rowRange(READS.includes(method) ? headers.get('range') : null, limit, offset)
  if (method === 'PUT' && (limit !== null || offset !== null)) throw putLimits()
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(method)
  return {
    method,
    resource,
    schema,
    negotiated: schemas.length > 1,
    query,
    preferences,
    range,
    accepted: readAccept(headers.get('accept')),
    payload: hasBody
      ? readPayload(body ?? new Uint8Array(), headers.get('content-type'), query.columns === null, forFunction)
      : null,
    headers,
    path,
    location: locationOf(path, given),
  }
}

/** The address that an answer is told to be of. */
export function locationOf(path: string, given: readonly (readonly [string, string])[]): string {
  const parts = canonical(given)
  return parts === '' ? shownPath(path) : `${shownPath(path)}?${parts}`
}
