/**
 * The items of an array of one dimension, as Postgres writes it: `{a,"b,c",NULL}`.
 * @returns null for what is none: nested arrays, and those that do not begin at 1
 */
export function arrayItems(text: string): (string | null)[] | null {
  const inner = /^\s*\{([\s\S]*)\}\s*$/.exec(text)?.[1]
  if (inner === undefined) return null
  if (inner.trim() === '') return []
  const items: (string | null)[] = []
  const item = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|((?:[^",{}\\]|\\[\s\S])*?))\s*(,|$)/gy
  for (let match = item.exec(inner); match !== null; match = item.exec(inner)) {
    const [, quoted, plain = '', end] = match
    if (quoted === undefined && plain === '') return null
    const value = (quoted ?? plain).replace(/\\([\s\S])/g, '$1')
    items.push(quoted === undefined && plain.toUpperCase() === 'NULL' ? null : value)
    if (end === '') return items
  }
  return null
}

/** Writes items so that Postgres reads them back as they are. */
export const arrayText = (items: readonly (string | null)[]): string =>
  `{${items.map((item) => (item === null ? 'NULL' : `"${item.replace(/[\\"]/g, '\\$&')}"`)).join(',')}}`
