/**
 * Reads a body as long as it is not too large, whatever its headers claim.
 * @returns null for no body, `too-large` when there is more of it
 */
export async function readBody(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | null | 'too-large'> {
  if (request.method === 'GET' || request.method === 'HEAD') return null
  if (Number(request.headers.get('content-length') ?? 0) > most) return 'too-large'
  if (request.body === null) return null
  const parts: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > most) {
      reader.cancel().catch(() => {})
      return 'too-large'
    }
    parts.push(value)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.byteLength
  }
  return whole
}
