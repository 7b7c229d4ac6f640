import { tokens } from '@stoa/sql'

/** What Postgres keeps of a name, in bytes; the rest it drops without an error. */
const NAME_MAX = 63
/** So many are told; more would be read by nobody. */
const TOLD = 5

const bytes = new TextEncoder()

/** As much of a name as Postgres keeps, without half a letter at its end. */
function kept(name: string): string {
  let [cut, length] = ['', 0]
  for (const letter of name) {
    length += bytes.encode(letter).length
    if (length > NAME_MAX) break
    cut += letter
  }
  return cut
}

/** A sentence for each name in some statements that is longer than Postgres's names can be. */
export function longNames(statements: readonly string[]): string[] {
  const found = new Set<string>()
  for (const sql of statements)
    for (const { kind, start, end } of tokens(sql)) {
      if ((kind !== 'word' && kind !== 'identifier') || end - start <= NAME_MAX / 3) continue
      const text = sql.slice(start, end)
      const name = kind === 'word' || !text.startsWith('"') ? text : text.slice(1, -1).replaceAll('""', '"')
      if (bytes.encode(name).length > NAME_MAX) found.add(name)
    }
  return [...found]
    .slice(0, TOLD)
    .map((name) => `${name} is longer than a name can be. Postgres makes it ${kept(name)}.`)
}
