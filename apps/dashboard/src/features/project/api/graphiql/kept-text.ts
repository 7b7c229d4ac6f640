/** A text that this browser keeps while it can. */
export type KeptText = { read(): string | null; write(text: string): void }

/** A text of the explorer, by name. Where the browser keeps nothing, it is empty again after a reload. */
export function keptText(name: string): KeptText {
  const key = `stoa.graphql ${name}`
  return {
    read: () => {
      try {
        return localStorage.getItem(key)
      } catch {
        return null
      }
    },
    write: (text) => {
      try {
        localStorage.setItem(key, text)
      } catch {
        // Refused or full: the text stays in the page.
      }
    },
  }
}
