/** A change of a name. */
export type Rename = { readonly from: string; readonly to: string }

/** Puts changes of names into an order that works, also where things take each other's names. */
export function inOrder(renames: readonly Rename[]): Rename[] {
  const ordered: Rename[] = []
  let waiting = renames.filter(({ from, to }) => from !== to)
  while (waiting.length > 0) {
    const free = waiting.find(({ to }) => !waiting.some(({ from }) => from === to))
    if (free !== undefined) {
      ordered.push(free)
      waiting = waiting.filter((item) => item !== free)
      continue
    }
    // They wait for each other: one steps aside.
    const [first, ...rest] = waiting
    if (first === undefined) break
    const aside = `${first.from.slice(0, 50)}_renamed`
    ordered.push({ from: first.from, to: aside })
    waiting = [...rest, { from: aside, to: first.to }]
  }
  return ordered
}
