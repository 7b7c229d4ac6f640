/**
 * The token of an invitation link.
 * @param hash the part of the address from `#` on
 * @returns null when there is none
 */
export function tokenOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null
}
