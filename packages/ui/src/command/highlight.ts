/** A label cut at the places where the query occurs in it, upper and lower case alike. `at` is where a part begins. */
export function highlight(label: string, query: string): { at: number; text: string; hit: boolean }[] {
  const sought = query.trim().toLowerCase()
  if (!sought) return [{ at: 0, text: label, hit: false }]
  const low = label.toLowerCase()
  const parts: { at: number; text: string; hit: boolean }[] = []
  let from = 0
  // Lower-casing can change the length of a few letters; then positions do not match and nothing is marked.
  for (let at = low.length === label.length ? low.indexOf(sought) : -1; at >= 0; at = low.indexOf(sought, from)) {
    if (at > from) parts.push({ at: from, text: label.slice(from, at), hit: false })
    parts.push({ at, text: label.slice(at, at + sought.length), hit: true })
    from = at + sought.length
  }
  if (from < label.length) parts.push({ at: from, text: label.slice(from), hit: false })
  return parts
}
