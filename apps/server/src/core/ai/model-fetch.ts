/** Most bytes of one answer as it is sent, which is many times its words. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024

/** The model said nothing for too long. */
export class ModelSilent extends Error {}
/** The model said too much. */
export class ModelTooLong extends Error {}
/** The address leads to another one. */
export class ModelMoved extends Error {}

/**
 * Fetches from an endpoint, and gives up once it has sent nothing for a while, be it something to keep the connection
 * open. Redirects are not followed: they would carry the key and the question to an address that nobody has entered.
 * @param silenceMs how long it may send nothing
 */
export async function patientFetch(
  input: Parameters<typeof fetch>[0],
  init: Parameters<typeof fetch>[1],
  silenceMs: number,
): Promise<Response> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(new ModelSilent()), silenceMs)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new ModelSilent()), silenceMs)
  }
  const signal = init?.signal ? AbortSignal.any([init.signal, silence.signal]) : silence.signal
  try {
    const answer = await fetch(input, { ...init, signal, redirect: 'manual' })
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel()
      throw new ModelMoved()
    }
    heard()
    if (answer.body === null) {
      clearTimeout(timer)
      return answer
    }
    let bytes = 0
    const watched = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          heard()
          bytes += piece.byteLength
          if (bytes > ANSWER_BYTES_MAX) {
            clearTimeout(timer)
            throw new ModelTooLong()
          }
          controller.enqueue(piece)
        },
        flush: () => clearTimeout(timer),
        cancel: () => clearTimeout(timer),
      }),
    )
    const { status, statusText, headers } = answer
    const heardOut = new Response(watched, { status, statusText, headers })
    return isWholeForPieces(init, answer) ? asPieces(await heardOut.text()) : heardOut
  } catch (error) {
    clearTimeout(timer)
    throw silence.signal.aborted ? silence.signal.reason : error
  }
}

/** Whether an answer is one JSON text where pieces were asked for, as from servers that cannot stream. */
function isWholeForPieces(init: Parameters<typeof fetch>[1], { ok, headers }: Response): boolean {
  if (!ok || !headers.get('content-type')?.startsWith('application/json') || typeof init?.body !== 'string')
    return false
  return (JSON.parse(init.body) as { stream?: unknown }).stream === true
}

/** A whole answer as the one piece of a stream. What is none is passed on as it is, for its reader to say so. */
function asPieces(text: string): Response {
  let event = text
  try {
    const whole = JSON.parse(text) as { choices?: { message?: { tool_calls?: object[] } }[] }
    const choices = whole.choices?.map(({ message, ...choice }) => ({
      ...choice,
      delta: { ...message, tool_calls: message?.tool_calls?.map((call, index) => ({ index, ...call })) },
    }))
    event = JSON.stringify({ ...whole, ...(choices && { choices }) })
  } catch {
    event = text.replace(/\s+/g, ' ')
  }
  return new Response(`data: ${event}\n\n`, { headers: { 'content-type': 'text/event-stream' } })
}
