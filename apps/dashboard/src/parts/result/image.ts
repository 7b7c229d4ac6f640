/** Kinds of pictures by their first bytes, in hexadecimal. Drawings that can hold scripts are none of them. */
const MAGIC: readonly (readonly [RegExp, string])[] = [
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^47494638/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
  [/^.{8}66747970617669/, 'image/avif'],
]
const DATA_URL = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]+$/
/** Longer values are not decoded, in characters. */
const MAX = 20_000_000

/**
 * A picture that a value holds, as an address for an image element.
 * @param type the Postgres type: bytes are known by how they begin, texts when they are data URLs
 * @returns null when there is no picture in it
 */
export function imageOf(type: string, value: string): string | null {
  if (value.length > MAX) return null
  if (type !== 'bytea') return DATA_URL.test(value.trim()) ? value.trim() : null
  if (!value.startsWith('\\x')) return null
  const hex = value.slice(2)
  const kind = MAGIC.find(([begin]) => begin.test(hex.slice(0, 40)))?.[1]
  return kind === undefined ? null : `data:${kind};base64,${base64(hex)}`
}

function base64(hex: string): string {
  let binary = ''
  for (let at = 0; at + 1 < hex.length; at += 2)
    binary += String.fromCharCode(Number.parseInt(hex.slice(at, at + 2), 16))
  return btoa(binary)
}
