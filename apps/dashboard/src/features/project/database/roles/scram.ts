/** As many as Postgres itself takes. */
const ITERATIONS = 4096

const base64 = (bytes: ArrayBuffer | Uint8Array): string => btoa(String.fromCharCode(...new Uint8Array(bytes)))

/** Whether this page may compute with keys: browsers allow that over https and on the machine itself alone. */
export const canSealPassword = (): boolean => globalThis.crypto.subtle !== undefined

/**
 * What Postgres keeps in place of a password: enough to check it, and not to know it. Made here, so that the password
 * itself is in no statement, history or migration.
 * @param salt 16 random bytes unless given
 */
export async function passwordVerifier(
  password: string,
  salt: Uint8Array<ArrayBuffer> = crypto.getRandomValues(new Uint8Array(16)),
): Promise<string> {
  const { subtle } = crypto
  const text = new TextEncoder()
  const hmac = async (key: ArrayBuffer, words: string): Promise<ArrayBuffer> =>
    subtle.sign(
      'HMAC',
      await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
      text.encode(words),
    )
  const key = await subtle.importKey('raw', text.encode(password.normalize('NFKC')), 'PBKDF2', false, ['deriveBits'])
  const salted = await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS }, key, 256)
  const stored = await subtle.digest('SHA-256', await hmac(salted, 'Client Key'))
  const server = await hmac(salted, 'Server Key')
  return `SCRAM-SHA-256$${ITERATIONS}:${base64(salt)}$${base64(stored)}:${base64(server)}`
}
