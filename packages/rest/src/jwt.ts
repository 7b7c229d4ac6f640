import {
  createHmac,
  createPublicKey,
  createSecretKey,
  type JsonWebKey,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { RestError } from './errors.ts'

/** How tokens are checked. */
export type JwtOptions = {
  /** The secret's bytes, or public keys; null when there is none, and every token is refused. */
  readonly keys: readonly (Uint8Array | JsonWebKey)[] | null
  readonly audience: string | null
}
export type Claims = Readonly<Record<string, unknown>>

const HMACS: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' }
const SIGNATURES: Readonly<Record<string, { hash: string; type: string }>> = {
  RS256: { hash: 'sha256', type: 'RSA' },
  RS384: { hash: 'sha384', type: 'RSA' },
  RS512: { hash: 'sha512', type: 'RSA' },
  ES256: { hash: 'sha256', type: 'EC' },
  ES384: { hash: 'sha384', type: 'EC' },
  ES512: { hash: 'sha512', type: 'EC' },
}
/** How far clocks may differ, in seconds. */
const SKEW = 30

const refusal = (code: string, message: string): RestError =>
  new RestError(401, code, message, {
    headers: [['WWW-Authenticate', `Bearer error="invalid_token", error_description="${message}"`]],
  })
const undecodable = (message: string) => refusal('PGRST301', message)
const badClaims = (message: string) => refusal('PGRST303', message)

function part(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Falls through to the refusal below.
  }
  throw undecodable('JWT cryptographic operation failed')
}

function signed(algorithm: string, key: Uint8Array | JsonWebKey, text: string, signature: Buffer): boolean {
  const hmac = HMACS[algorithm]
  if (hmac !== undefined) {
    const secret: KeyObject | null =
      key instanceof Uint8Array
        ? createSecretKey(key)
        : key.kty === 'oct' && key.k
          ? createSecretKey(Buffer.from(key.k, 'base64url'))
          : null
    if (secret === null) return false
    const expected = createHmac(hmac, secret).update(text).digest()
    return expected.length === signature.length && timingSafeEqual(expected, signature)
  }
  const known = SIGNATURES[algorithm]
  if (!known || key instanceof Uint8Array || key.kty !== known.type) return false
  const publicKey = createPublicKey({ key, format: 'jwk' })
  return verify(known.hash, Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/**
 * What a token's claims have to hold besides its signature.
 * @throws RestError PGRST303
 */
export function checkClaims(claims: Claims, audience: string | null, now = Date.now() / 1000): void {
  for (const name of ['exp', 'nbf', 'iat'])
    if (claims[name] !== undefined && typeof claims[name] !== 'number')
      throw badClaims(`The JWT '${name}' claim must be a number`)
  const { aud, exp, nbf, iat } = claims
  if (aud !== undefined && aud !== null && typeof aud !== 'string' && !isStrings(aud))
    throw badClaims("The JWT 'aud' claim must be a string or an array of strings")
  if (typeof exp === 'number' && now > exp + SKEW) throw badClaims('JWT expired')
  if (typeof nbf === 'number' && now < nbf - SKEW) throw badClaims('JWT not yet valid')
  if (typeof iat === 'number' && now < iat - SKEW) throw badClaims('JWT issued at future')
  if (audience === null || aud === undefined || aud === null) return
  const meant =
    typeof aud === 'string' ? aud === audience : isStrings(aud) && (aud.length === 0 || aud.includes(audience))
  if (!meant) throw badClaims('JWT not in audience')
}

/**
 * Checks a token.
 * @returns its claims
 * @throws RestError PGRST300 without a key, PGRST301 for a token that is none or not signed by one, PGRST303 for claims
 */
export function verifyToken(token: string, options: JwtOptions): Claims {
  if (options.keys === null) throw new RestError(500, 'PGRST300', 'Server lacks JWT secret')
  if (token === '') throw undecodable('Empty JWT is sent in Authorization header')
  const parts = token.split('.')
  if (parts.length !== 3) throw undecodable(`Expected 3 parts in JWT; got ${parts.length}`)
  const [head = '', body = '', signature = ''] = parts
  const header = part(head)
  const algorithm = typeof header.alg === 'string' ? header.alg : ''
  if (!HMACS[algorithm] && !SIGNATURES[algorithm]) throw undecodable('Wrong or unsupported encoding algorithm')
  const bytes = Buffer.from(signature, 'base64url')
  if (!options.keys.some((key) => signed(algorithm, key, `${head}.${body}`, bytes)))
    throw undecodable('No suitable key or wrong key type')
  const claims = part(body)
  checkClaims(claims, options.audience)
  return claims
}
