import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { NewerDatabaseError } from './newer-database.ts'
import type { Store } from './store.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')

/** The names of all migrations, oldest first. */
export async function migrationNames(folder = FOLDER): Promise<string[]> {
  return (await readdir(folder)).filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort()
}

/**
 * Brings the control database up to date: every file of `migrations/` in order, under a lock, so that any number of
 * servers may do it at once. Either all of it or nothing happens.
 * @returns the names of the migrations that were applied by this call
 * @throws NewerDatabaseError when the database has migrations that are not in the folder
 */
export async function migrate(store: Store, folder = FOLDER): Promise<string[]> {
  const names = await migrationNames(folder)
  const applied = await store
    .selectFrom(sql<{ name: string }>`(select to_regclass('kysely_migration') as name)`.as('known'))
    .selectAll()
    .executeTakeFirst()
  if (applied?.name) {
    const known = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(store)
    const foreign = known.rows.find((row) => !names.includes(row.name))
    if (foreign) throw new NewerDatabaseError(foreign.name)
  }
  const migrator = new Migrator({
    db: store,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          await Promise.all(
            names.map(async (name) => {
              const text = await readFile(join(folder, name), 'utf8')
              return [
                name,
                {
                  up: (db: Store) =>
                    sql
                      .raw(text)
                      .execute(db)
                      .then(() => undefined),
                },
              ] as const
            }),
          ),
        ),
    },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
