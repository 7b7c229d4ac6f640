/** A change of a name. */
export type Rename = { readonly from: string; readonly to: string }

/**
 * Puts changes of names into an order that works, also where things take each other's names.
 * @param renames those that keep their name too, so that nobody steps aside to it
 */
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
    const aside = freeName(first.from, renames)
    ordered.push({ from: first.from, to: aside })
    waiting = [...rest, { from: aside, to: first.to }]
  }
  return ordered
}

/** A name that nothing has or gets; short enough for Postgres in whatever letters. */
function freeName(name: string, renames: readonly Rename[]): string {
  const start = `${[...name].slice(0, 12).join('')}_renamed`
  const isTaken = (word: string) => renames.some(({ from, to }) => from === word || to === word)
  let free = start
  for (let count = 2; isTaken(free); count++) free = `${start}_${count}`
  return free
}
