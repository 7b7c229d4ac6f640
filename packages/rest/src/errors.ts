/** What a refusal says: the four fields of Postgres's own errors. */
export type ErrorBody = {
  readonly code: string
  readonly message: string
  readonly details: unknown
  readonly hint: string | null
}

/** A request that is refused, with the status, the code and the sentence that clients of this protocol know. */
export class RestError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: readonly (readonly [string, string])[]
  readonly statusText: string | undefined

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      readonly details?: unknown
      readonly hint?: string | null
      readonly headers?: readonly (readonly [string, string])[]
      readonly statusText?: string
    } = {},
  ) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null }
    this.headers = more.headers ?? []
    this.statusText = more.statusText
  }
}

/** What cannot be read as a part of a query string. */
export const parseError = (what: string, input: string, column: number, details: string): RestError =>
  new RestError(400, 'PGRST100', `"failed to parse ${what} (${input})" (line 1, column ${column})`, { details })

export const rpcMethod = (method: string) => new RestError(405, 'PGRST101', `Cannot use the ${method} method on RPC`)

export const invalidBody = (message: string, details: string | null = null) =>
  new RestError(400, 'PGRST102', message, { details })

const badRange = (details: string, headers: readonly (readonly [string, string])[] = []) =>
  new RestError(416, 'PGRST103', 'Requested range not satisfiable', { details, headers })
export const negativeLimit = () => badRange('Limit should be greater than or equal to zero.')
export const rangeReversed = () =>
  badRange('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
export const outOfBounds = (offset: number, total: number) =>
  badRange(`An offset of ${offset} was requested, but there are only ${total} rows.`, [['Content-Range', `*/${total}`]])

export const invalidPutFilters = () =>
  new RestError(405, 'PGRST105', "Filters must include all and only primary key columns with 'eq' operators")

export const unacceptableSchema = (schema: string, exposed: readonly string[]) =>
  new RestError(406, 'PGRST106', `Invalid schema: ${schema}`, {
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  })

export const unacceptableMedia = (wanted: readonly string[]) =>
  new RestError(406, 'PGRST107', `None of these media types are available: ${wanted.join(', ')}`)

export const notEmbedded = (name: string) =>
  new RestError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })

export const badGucHeaders = () =>
  new RestError(
    500,
    'PGRST111',
    'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  )
export const badGucStatus = () => new RestError(500, 'PGRST112', 'response.status guc must be a valid status code')

export const putLimits = () =>
  new RestError(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
export const putMismatch = () =>
  new RestError(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)')

export const notSingular = (rows: number) =>
  new RestError(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    details: `The result contains ${rows} rows`,
  })

export const unsupportedMethod = (method: string) =>
  new RestError(405, 'PGRST117', `Unsupported HTTP method: ${method}`)

export const relatedOrderNotToOne = (origin: string, target: string) =>
  new RestError(400, 'PGRST118', `A related order on '${target}' is not possible`, {
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  })

export const badEmbedFilter = (target: string) =>
  new RestError(400, 'PGRST120', `Bad operator on the '${target}' embedded resource`, {
    details: 'Only is null or not is null filters are allowed on embedded resources',
  })

export const invalidPreferences = (names: readonly string[]) =>
  new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${names.join(', ')}`,
  })

export const aggregatesDisabled = () => new RestError(400, 'PGRST123', 'Use of aggregate functions is not allowed')

export const tooManyAffected = (rows: number) =>
  new RestError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  })

export const invalidPath = () => new RestError(404, 'PGRST125', 'Invalid path specified in request URL')
export const rootDisabled = () => new RestError(404, 'PGRST126', 'Root endpoint metadata is disabled')
export const notImplemented = (details: string) =>
  new RestError(400, 'PGRST127', 'Feature not implemented', { details })
export const maxAffectedRpc = () =>
  new RestError(
    400,
    'PGRST128',
    'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  )

export const noColumn = (column: string, relation: string) =>
  new RestError(400, 'PGRST204', `Could not find the '${column}' column of '${relation}' in the schema cache`)

export const noTable = (schema: string, name: string, near: string | null) =>
  new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: near === null ? null : `Perhaps you meant the table '${schema}.${near}'`,
  })
