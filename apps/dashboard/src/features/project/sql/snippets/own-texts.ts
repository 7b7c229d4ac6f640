/** How many texts are remembered, and how many characters of them in all. */
const MAX_OWN = 50
const MAX_CHARACTERS = 2_000_000

/** The texts that this browser wrote of a document: meeting one of them on the server is no conflict. */
export function ownTexts() {
  const texts: string[] = []
  let characters = 0
  return {
    remember(sql: string): void {
      texts.push(sql)
      characters += sql.length
      while (texts.length > MAX_OWN || (characters > MAX_CHARACTERS && texts.length > 1))
        characters -= texts.shift()?.length ?? 0
    },
    has: (sql: string): boolean => texts.includes(sql),
  }
}
