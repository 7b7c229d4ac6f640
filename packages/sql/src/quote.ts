// Every word of pg_get_keywords() that is not unreserved: quote_ident() puts these between quotes too.
const KEYWORDS = new Set(
  `all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast
  char character check coalesce collate collation column concurrently constraint create cross current_catalog
  current_date current_role current_schema current_time current_timestamp current_user dec decimal default deferrable
  desc distinct do else end except exists extract false fetch float for foreign freeze from full grant greatest group
  grouping having ilike in initially inner inout int integer intersect interval into is isnull join json json_array
  json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize json_table json_value
  lateral leading least left like limit localtime localtimestamp merge_action national natural nchar none normalize
  not notnull null nullif numeric offset on only or order out outer overlaps overlay placing position precision
  primary real references returning right row select session_user setof similar smallint some substring symmetric
  system_user table tablesample then time timestamp to trailing treat trim true union unique user using values varchar
  variadic verbose when where window with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces
  xmlparse xmlpi xmlroot xmlserialize xmltable`.split(/\s+/),
)

const PLAIN_IDENTIFIER = /^[a-z_][a-z0-9_]*$/

/**
 * Writes a name so that Postgres reads it back unchanged: bare when that is safe, between double quotes otherwise.
 * Gives the same text as Postgres's own quote_ident().
 * @throws RangeError when the name is empty or holds a NUL character, which no Postgres name can.
 */
export function quoteIdent(name: string): string {
  if (name === '') throw new RangeError('A Postgres name cannot be empty.')
  if (name.includes('\0')) throw new RangeError('A Postgres name cannot contain a NUL character.')
  if (PLAIN_IDENTIFIER.test(name) && !KEYWORDS.has(name)) return name
  return `"${name.replaceAll('"', '""')}"`
}

/** Writes a name behind that of its schema, such as `public.ports`. */
export const qualifiedName = (schema: string, name: string): string => `${quoteIdent(schema)}.${quoteIdent(name)}`

/**
 * Writes a text as a string constant. A text with a backslash becomes an E'' constant, so that it means the same
 * whatever standard_conforming_strings is set to.
 * @throws RangeError when the text holds a NUL character, which Postgres cannot store.
 */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) throw new RangeError('A Postgres text cannot contain a NUL character.')
  const quoted = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted
}
