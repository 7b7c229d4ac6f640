import { invalidPath, putLimits, rpcMethod, unacceptableSchema, unsupportedMethod } from '../errors.ts'
import type { HeaderSource, RestRequest } from '../message.ts'
import { canonical, parameters, type Query, readQuery } from '../url/query.ts'
import { isJson, type Payload, readPayload } from './body.ts'
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
  /** Whether the schema was chosen, or could have been, so that the answer says which it was. */
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
  // A slash at the end begins another part, which has no name.
  const parts = path.replace(/^\//, '').split('/')
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
function schemaOf(
  method: string,
  headers: HeaderSource,
  schemas: readonly string[],
): Pick<ApiRequest, 'schema' | 'negotiated'> {
  const header = READS.includes(method) || method === 'OPTIONS' ? 'accept-profile' : 'content-profile'
  const wanted = headers.get(header)
  if (wanted === null) return { schema: schemas[0] ?? 'public', negotiated: schemas.length > 1 }
  // Header values arrive byte by byte; names of schemas are UTF-8.
  const name = Buffer.from(wanted, 'latin1').toString('utf8')
  const found = [wanted, name].find((one) => schemas.includes(one))
  if (found === undefined) throw unacceptableSchema(wanted, schemas)
  return { schema: found, negotiated: true }
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
  const { schema, negotiated } = schemaOf(method, headers, schemas)
  if (!METHODS.includes(method)) throw unsupportedMethod(method)
  const forFunction = resource.kind === 'routine'
  if (forFunction && !['GET', 'HEAD', 'POST', 'OPTIONS'].includes(method)) throw rpcMethod(method)
  if (resource.kind === 'root' && ![...READS, 'OPTIONS'].includes(method)) throw unsupportedMethod(method)
  const read = readQuery(parameters(search, false), forFunction && method !== 'POST')
  const contentType = headers.get('content-type')
  // Only values out of JSON can be chosen from; other bodies say themselves what they have.
  const chooses = read.columns !== null && ['POST', 'PATCH'].includes(method) && isJson(contentType)
  const query = chooses || read.columns === null ? read : { ...read, columns: null }
  const preferences = readPreferences(headers.get('prefer'), timezones)
  const own = (entries: Query['limits']): number | null =>
    entries.findLast((entry) => entry.path.length === 0)?.value ?? null
  const [limit, offset] = [own(query.limits), own(query.offsets)]
  const range = rowRange(method === 'GET' ? headers.get('range') : null, limit, offset)
  if (method === 'PUT' && (limit !== null || offset !== null)) throw putLimits()
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(method)
  return {
    method,
    resource,
    schema,
    negotiated,
    query,
    preferences,
    range,
    accepted: readAccept(headers.get('accept')),
    payload: hasBody ? readPayload(body ?? new Uint8Array(), contentType, { chosen: chooses, forFunction }) : null,
    headers,
    path,
    location: locationOf(path, parameters(search)),
  }
}

/** The address that an answer is told to be of. */
export function locationOf(path: string, given: readonly (readonly [string, string])[]): string {
  const parts = canonical(given)
  return parts === '' ? shownPath(path) : `${shownPath(path)}?${parts}`
}
