/** Functions that a query may call without being asked about. */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set([
  'count',
  'sum',
  'avg',
  'min',
  'max',
  'coalesce',
  'nullif',
  'current_timestamp',
  'current_date',
  'length',
  'lower',
  'upper',
  'trim',
  'substring',
  'to_char',
  'to_date',
  'extract',
  'date',
  'date_trunc',
  'string_agg',
  'in',
  'now',
  'left',
])

/**
 * What the parser makes of what people write without a call: the forms of `trim(…)`, `like … escape`, `similar to`,
 * `at time zone`, `overlaps`.
 */
const SYNTAX = new Set(['btrim', 'ltrim', 'rtrim', 'like_escape', 'similar_to_escape', 'timezone', 'overlaps'])

/**
 * Whether a call needs no question.
 * @param path the function's name as the parser gives it, its schema first if there is one
 */
export function isAllowedFunction(path: readonly string[]): boolean {
  const [first = '', second] = path
  if (path.length === 1) return ALLOWED_FUNCTIONS.has(first)
  // Another schema's function of an allowed name is another function.
  if (path.length !== 2 || second === undefined || first !== 'pg_catalog') return false
  return ALLOWED_FUNCTIONS.has(second) || SYNTAX.has(second)
}
