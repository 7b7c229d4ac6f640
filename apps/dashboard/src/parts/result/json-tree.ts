/** A value of JSON with its text as it was written, so that no number loses a digit. */
export type JsonNode =
  | { readonly kind: 'object' | 'array'; readonly entries: readonly (readonly [name: string, value: JsonNode])[] }
  | { readonly kind: 'string' | 'number' | 'word'; readonly text: string }

const PARTS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g

type Open = { kind: 'object' | 'array'; entries: [string, JsonNode][]; name: string | null }

/** Reads JSON as a tree, however deep; null for a text that is not JSON. */
export function jsonTree(text: string): JsonNode | null {
  try {
    JSON.parse(text)
  } catch {
    return null
  }
  const top: Open = { kind: 'array', entries: [], name: null }
  const open: Open[] = [top]
  let name: string | null = null
  let pending: string | null = null
  const add = (node: JsonNode) => {
    const into = open.at(-1)
    into?.entries.push([name ?? String(into.entries.length), node])
    name = null
  }
  const settle = () => {
    if (pending !== null) add(leaf(pending))
    pending = null
  }
  for (const part of text.match(PARTS) ?? []) {
    if (part === ':') {
      // What was read last was the name of what comes.
      name = pending === null ? null : (JSON.parse(pending) as string)
      pending = null
    } else if (part === ',') settle()
    else if (part === '{' || part === '[') {
      open.push({ kind: part === '{' ? 'object' : 'array', entries: [], name })
      name = null
    } else if (part === '}' || part === ']') {
      settle()
      const done = open.pop()
      if (done === undefined) return null
      name = done.name
      add({ kind: done.kind, entries: done.entries })
    } else pending = part
  }
  settle()
  return top.entries[0]?.[1] ?? null
}

function leaf(part: string): JsonNode {
  if (part.startsWith('"')) return { kind: 'string', text: part }
  return { kind: /^[-\d]/.test(part) ? 'number' : 'word', text: part }
}
