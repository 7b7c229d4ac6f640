import pg from 'pg'

/** What narrows a list of the catalogue. */
export type CatalogFilter = {
  readonly include_system_schemas?: boolean
  /** Only these schemas; system schemas too when they are named. */
  readonly included_schemas?: readonly string[] | undefined
  readonly excluded_schemas?: readonly string[] | undefined
  readonly include_columns?: boolean
  readonly include_table_types?: boolean
  readonly include_array_types?: boolean
  readonly include_default_roles?: boolean
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** The places that a statement of the catalogue may hold, with what each becomes. */
const PLACES: Record<string, string> = {
  $schemas: `($1::text[] is not null and n.nspname::text = any ($1)
    or $1::text[] is null and n.nspname::text <> all (coalesce($2::text[], '{}'))
      and ($3 or n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'))`,
  $include_columns: '$4::bool',
  $include_table_types: '$5::bool',
  $include_array_types: '$6::bool',
  $include_default_roles: '$7::bool',
}

/** The statement with its parameters, so that every list takes the same ones. */
const prepare = (text: string): string =>
  `select x.* from (${text.replace(/\$[a-z_]+/g, (place) => PLACES[place] ?? place)}) x
   where ($1::text[], $2::text[], $3::bool, $4::bool, $5::bool, $6::bool, $7::bool) is not null or true
   limit $8::int8 offset $9::int8`

const prepared = new Map<string, string>()

/**
 * Asks the catalogue of a project's server for one list.
 * @param client a connection with only pg_catalog in sight
 * @param text one of the statements of this folder
 */
export async function readCatalog<T extends pg.QueryResultRow>(
  client: Pick<pg.Pool, 'query'>,
  text: string,
  filter: CatalogFilter = {},
): Promise<T[]> {
  let statement = prepared.get(text)
  if (statement === undefined) {
    statement = prepare(text)
    prepared.set(text, statement)
  }
  const { rows } = await client.query<T>({
    text: statement,
    types: { getTypeParser: numbersAsNumbers as pg.CustomTypesConfig['getTypeParser'] },
    values: [
      filter.included_schemas?.length ? filter.included_schemas : null,
      filter.excluded_schemas ?? null,
      filter.include_system_schemas ?? false,
      filter.include_columns ?? true,
      filter.include_table_types ?? false,
      filter.include_array_types ?? false,
      filter.include_default_roles ?? false,
      filter.limit ?? null,
      filter.offset ?? null,
    ],
  })
  return rows
}

const INT8 = 20

/** Ids, sizes and counts of the catalogue are far below 2^53. */
const numbersAsNumbers = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format)
