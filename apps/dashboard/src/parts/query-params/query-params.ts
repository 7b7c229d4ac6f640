/** Parameters of an address. A value is a text, or a list when its key stands there more than once. */
export type QueryParams = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Reads the part of an address behind the question mark. Everything stays text: what a number is, the screen decides.
 * @param search with or without the question mark
 * @param arrays keys that are always lists, also when they stand there once
 */
export function parseQuery(search: string, arrays: readonly string[] = []): Record<string, string | string[]> {
  const found = new Map<string, string[]>()
  for (const [key, value] of new URLSearchParams(search)) {
    if (value !== '') found.set(key, [...(found.get(key) ?? []), value])
  }
  const result: Record<string, string | string[]> = {}
  for (const [key, values] of found) {
    result[key] = values.length > 1 || arrays.includes(key) ? values : (values[0] ?? '')
  }
  return result
}

/** Writes parameters, with the question mark; empty values are dropped, and nothing is written for nothing. */
export function stringifyQuery(params: QueryParams): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(key, String(item))
    }
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
