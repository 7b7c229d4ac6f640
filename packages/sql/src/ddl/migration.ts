import { quoteLiteral } from '../quote.ts'

/** The table of migrations, as the command line tools of the field make it and read it. */
export const MIGRATIONS_TABLE = 'supabase_migrations.schema_migrations'

/** A change to a schema that is kept, to be made again elsewhere. */
export type MigrationRecord = {
  /** Digits of a time, such as `20260314091500`; the present second, or the next free one, when it is null. */
  readonly version: string | null
  readonly name: string
  readonly statements: readonly string[]
}

/**
 * The statements that note a migration as applied. They make the table of migrations where it is missing.
 * @throws RangeError when a text holds a NUL character
 */
export function recordMigration({ version, name, statements }: MigrationRecord): string[] {
  const kept = `array[${statements.map(quoteLiteral).join(', ')}]::text[]`
  return [
    'create schema if not exists supabase_migrations',
    `create table if not exists ${MIGRATIONS_TABLE} (version text not null primary key, statements text[], name text)`,
    version === null
      ? `insert into ${MIGRATIONS_TABLE} (version, name, statements)
select to_char(at, 'YYYYMMDDHH24MISS'), ${quoteLiteral(name)}, ${kept}
from generate_series(now() at time zone 'utc', now() at time zone 'utc' + interval '1 hour', interval '1 second') at
where not exists (select from ${MIGRATIONS_TABLE} m where m.version = to_char(at, 'YYYYMMDDHH24MISS'))
order by at limit 1`
      : `insert into ${MIGRATIONS_TABLE} (version, name, statements)
values (${quoteLiteral(version)}, ${quoteLiteral(name)}, ${kept})`,
  ]
}

/**
 * A name as migrations have it: lower case, words between underscores.
 * @returns an empty text when nothing is left
 */
export const migrationName = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100)
