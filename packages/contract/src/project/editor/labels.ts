// By what people know a row. Plain data, so that a page needs no validator for it.

const TEXTS = new Set(['text', 'varchar', 'citext', 'name', 'bpchar'])
/** Names of columns that say what a row is, the most telling first. */
const TELLING = ['name', 'title', 'label', 'full_name', 'display_name', 'username', 'email', 'subject', 'slug', 'code']

/**
 * The column that people know the rows of a table by: one that is called so, or else the first text.
 * @param key the column that foreign keys point to, which is no label of itself
 * @returns null for a table without texts
 */
export function labelColumn(
  columns: readonly { readonly name: string; readonly format: string }[],
  key: string,
): string | null {
  const texts = columns.filter(({ name, format }) => name !== key && TEXTS.has(format))
  const telling = TELLING.find((wanted) => texts.some(({ name }) => name.toLowerCase() === wanted))
  const found = texts.find(({ name }) => name.toLowerCase() === telling) ?? texts[0]
  return found?.name ?? null
}
