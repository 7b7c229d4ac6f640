/** A text for the SQL editor, given to it from elsewhere. */
export type HandedOver = { readonly sql: string; readonly name: string }

const waiting = new Map<string, HandedOver>()

/**
 * Lays a text ready for the SQL editor, which makes a query of it when it opens the address of that query.
 * @returns the id of the query to be
 */
export function handOver(given: HandedOver): string {
  const id = crypto.randomUUID()
  waiting.set(id, given)
  return id
}

/** Takes what was laid ready under an id, once. */
export function takeHandedOver(id: string): HandedOver | undefined {
  const given = waiting.get(id)
  waiting.delete(id)
  return given
}
