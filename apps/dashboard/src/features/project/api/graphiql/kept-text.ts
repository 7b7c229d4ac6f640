import { local } from '../../../../parts/browser-store/local.ts'

/** A text that this browser keeps while it can. */
export type KeptText = { read(): string | null; write(text: string): void }

/** A text of the explorer, by name. Where the browser keeps nothing, it is empty again after a reload. */
export function keptText(name: string): KeptText {
  const key = `stoa.graphql ${name}`
  return { read: () => local.read(key), write: (text) => void local.store(key, text) }
}
