const LEAST = 0.33
const MOST_COMPARED = 50

const simple = (text: string): string => `-${text.toLowerCase().replace(/[^\p{L}\p{N}_, ]+/gu, '')}-`

function grams(text: string, size: number): Map<string, number> {
  const padded = simple(text).padEnd(size, '-')
  const found = new Map<string, number>()
  for (let at = 0; at + size <= padded.length; at += 1) {
    const gram = padded.slice(at, at + size)
    found.set(gram, (found.get(gram) ?? 0) + 1)
  }
  return found
}

const norm = (counts: Map<string, number>): number =>
  Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0))

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}

/** Names that look like `wanted`, the likeliest first, with how alike they are (1 is the same). */
export function alike(names: readonly string[], wanted: string): { readonly name: string; readonly score: number }[] {
  const unique = [...new Set(names)]
  const exact = unique.find((name) => name.toLowerCase() === wanted.toLowerCase())
  if (exact !== undefined) return [{ name: exact, score: 1 }]
  for (const size of [3, 2]) {
    const own = grams(wanted, size)
    const ownNorm = norm(own)
    const near = unique
      .map((name) => {
        const other = grams(name, size)
        let shared = 0
        for (const [gram, count] of own) shared += count * (other.get(gram) ?? 0)
        return { name, score: shared / (ownNorm * norm(other) || 1) }
      })
      .filter(({ score }) => score >= LEAST)
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_COMPARED)
      .map(({ name }) => {
        const [a, b] = [name.toLowerCase(), wanted.toLowerCase()]
        return { name, score: 1 - distance(a, b) / Math.max(a.length, b.length, 1) }
      })
      .filter(({ score }) => score >= LEAST)
      .sort((a, b) => b.score - a.score)
    if (near.length > 0) return near
  }
  return []
}

/** The name most like `wanted`, or null when none comes near. */
export const nearest = (names: readonly string[], wanted: string): string | null =>
  alike(names, wanted)[0]?.name ?? null
