/**
 * What a signed-in request would carry.
 * @param user the claim `sub`
 * @param more other claims as JSON, or an empty text
 */
export function claimsOf(user: string, more: string): Record<string, unknown> | 'wrong' {
  const sub = user.trim() === '' ? {} : { sub: user.trim() }
  if (more.trim() === '') return sub
  try {
    const parsed: unknown = JSON.parse(more)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...sub, ...parsed } : 'wrong'
  } catch {
    return 'wrong'
  }
}
