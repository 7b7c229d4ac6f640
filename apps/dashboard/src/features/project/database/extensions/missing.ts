/** An extension that people look for and that this build of Postgres does not have. */
export type MissingExtension = {
  readonly name: string
  /** What it does. */
  readonly about: string
  /** Why it is not here. */
  readonly why: string
  /** What does the same, as far as there is something. */
  readonly instead: string | null
}

const NOT_CONTRIB =
  'It is not part of Postgres itself, and the build that runs here brings along what is. It has to be compiled for it'
const PRELOADED = 'It has to be loaded when the server starts, and it is not part of Postgres itself'

/** Well-known extensions that are not part of Postgres. The list of the server says which of them are there after all. */
export const KNOWN_MISSING: readonly MissingExtension[] = [
  {
    name: 'vector',
    about: 'Embeddings and the search for what is near',
    why: NOT_CONTRIB,
    instead: 'Arrays of numbers with a distance written in SQL, for few rows; cube for up to 100 dimensions',
  },
  {
    name: 'postgis',
    about: 'Geography',
    why: NOT_CONTRIB,
    instead: 'cube for distances, and the types point, box and polygon',
  },
  {
    name: 'pg_cron',
    about: 'Jobs at set times',
    why: PRELOADED,
    instead: 'A job of the system’s own cron that calls a function over the data API',
  },
  {
    name: 'pg_net',
    about: 'HTTP requests from SQL, in the background',
    why: PRELOADED,
    instead: 'A program that listens with LISTEN, told by NOTIFY in a trigger',
  },
  {
    name: 'http',
    about: 'HTTP requests from SQL',
    why: NOT_CONTRIB,
    instead: 'A program that listens with LISTEN, told by NOTIFY in a trigger',
  },
  {
    name: 'pg_graphql',
    about: 'GraphQL inside the database',
    why: NOT_CONTRIB,
    instead: 'The project’s GraphQL at /graphql/v1, which needs no extension',
  },
  {
    name: 'pgmq',
    about: 'Message queues',
    why: NOT_CONTRIB,
    instead: 'A table that is read with FOR UPDATE SKIP LOCKED',
  },
  {
    name: 'pgsodium',
    about: 'Encryption with keys outside of the database',
    why: PRELOADED,
    instead: 'pgcrypto, which is there',
  },
  { name: 'supabase_vault', about: 'Sealed secrets', why: PRELOADED, instead: 'The vault of the project' },
  { name: 'pgjwt', about: 'Signed tokens', why: NOT_CONTRIB, instead: 'pgcrypto, whose hmac() signs them' },
  { name: 'timescaledb', about: 'Time series', why: PRELOADED, instead: 'Partitions by range, with a BRIN index' },
  { name: 'plv8', about: 'Functions in JavaScript', why: NOT_CONTRIB, instead: 'plpgsql, which is there' },
  {
    name: 'pg_partman',
    about: 'Partitions that come and go by themselves',
    why: NOT_CONTRIB,
    instead: 'Partitions that a function makes',
  },
  {
    name: 'pgaudit',
    about: 'A log of who did what',
    why: PRELOADED,
    instead: 'Triggers that write a history; the history of SQL that was run here',
  },
  {
    name: 'pg_repack',
    about: 'Tables without bloat, without a lock',
    why: NOT_CONTRIB,
    instead: 'VACUUM, and VACUUM FULL while nobody works',
  },
  {
    name: 'hypopg',
    about: 'What an index would do',
    why: NOT_CONTRIB,
    instead: 'CREATE INDEX in a transaction that is rolled back, then EXPLAIN',
  },
  {
    name: 'pg_jsonschema',
    about: 'Checks of JSON against a schema',
    why: NOT_CONTRIB,
    instead: 'CHECK constraints with jsonpath',
  },
  { name: 'pgtap', about: 'Tests in SQL', why: NOT_CONTRIB, instead: 'Assertions in plpgsql: ASSERT' },
  { name: 'wrappers', about: 'Other services as tables', why: NOT_CONTRIB, instead: null },
  { name: 'rum', about: 'Ranked text search', why: NOT_CONTRIB, instead: 'GIN indexes and pg_trgm' },
]
