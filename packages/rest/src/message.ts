/** Headers of a request, by their names in lower case: what `Headers` are, and what Node's own messages have too. */
export type HeaderSource = Iterable<readonly [name: string, value: string]> & {
  get(name: string): string | null
}

/** A request, in as little as it takes to answer it. */
export type RestRequest = {
  readonly method: string
  /** The path below the API's own address. */
  readonly path: string
  /** The query string as it was sent, without its question mark. */
  readonly search: string
  readonly headers: HeaderSource
  readonly body: Uint8Array | null
}

/** Headers of an answer, by their names in lower case. Only `set-cookie` stands there more than once. */
export type HeaderList = (readonly [name: string, value: string])[]

/** An answer, ready to be sent. */
export type RestAnswer = {
  readonly status: number
  readonly statusText?: string
  readonly headers: HeaderList
  readonly body: string | Uint8Array<ArrayBuffer> | null
}

const NO_BODY = [101, 204, 205, 304]
/** What a header may be called, and what its value may hold: everything but what ends it. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Text as it travels in a header: byte by byte, in UTF-8. */
export const headerText = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text

/** Whether a name and a value can be sent as a header. */
export const isHeader = (name: string, value: string): boolean => NAME.test(name) && VALUE.test(value)

/**
 * Makes an answer, with the length of its body.
 * @param head whether only the headers were asked for
 */
export function answerOf(
  status: number,
  headers: HeaderList,
  body: RestAnswer['body'],
  head: boolean,
  statusText?: string,
): RestAnswer {
  const without = NO_BODY.includes(status)
  if (!without && !head) headers.push(['content-length', body === null ? '0' : String(Buffer.byteLength(body))])
  return { status, headers, body: without || head ? null : body, ...(statusText !== undefined && { statusText }) }
}

/** What was asked, out of a Request. */
export async function askedBy(request: Request, path: string): Promise<RestRequest> {
  const { method, headers, url } = request
  const at = url.indexOf('?')
  const search = at < 0 ? '' : (url.slice(at + 1).split('#')[0] ?? '')
  const body = method === 'GET' || method === 'HEAD' ? null : new Uint8Array(await request.arrayBuffer())
  return { method, path, search, headers, body }
}

/** The answer as a Response. */
export const responseOf = ({ status, statusText, headers, body }: RestAnswer): Response =>
  new Response(body, {
    status,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(statusText !== undefined && { statusText }),
  })
