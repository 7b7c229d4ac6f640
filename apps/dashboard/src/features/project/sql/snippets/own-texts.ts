/** How many texts are remembered. */
const MAX_OWN = 20

/** The texts that this browser wrote of a document: meeting one of them on the server is no conflict. */
export function ownTexts() {
  const texts: string[] = []
  return {
    remember(sql: string): void {
      texts.push(sql)
      if (texts.length > MAX_OWN) texts.shift()
    },
    has: (sql: string): boolean => texts.includes(sql),
  }
}
