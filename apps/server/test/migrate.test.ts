import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lastingClient } from '@stoa/engine/connections'
import { openTestEngine, type TestEngine } from '@stoa/engine-embedded/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Changes } from '../src/store/changes.ts'
import { migrate, migrationNames } from '../src/store/migrate.ts'
import { NewerDatabaseError } from '../src/store/newer-database.ts'
import { openPool, openStore, type Store, type StoreAddress } from '../src/store/store.ts'
import { COLUMNS, LIBRARY_COLUMNS, LIBRARY_TABLES } from './columns.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')
const FIXTURE = join(import.meta.dirname, 'migrate-once.fixture.ts')
const run = promisify(execFile)

let engine: TestEngine
let control: Awaited<ReturnType<TestEngine['engine']['controlDatabase']>>['config']
const stores: Store[] = []
let folder: string

beforeAll(async () => {
  engine = await openTestEngine()
  control = (await engine.engine.controlDatabase()).config
  folder = await mkdtemp(join(tmpdir(), 'stoa-test-migrations-'))
})
afterAll(async () => {
  await Promise.all(stores.map((store) => store.destroy()))
  await engine.dispose()
  await rm(folder, { recursive: true })
})

/** A new, empty control database. */
async function empty(name: string): Promise<{ address: StoreAddress; store: Store; query: pg.Pool['query'] }> {
  const client = lastingClient(control)
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const address = { ...control, database: name }
  const pool = openPool(address)
  const store = openStore(pool, new Changes(null))
  stores.push(store)
  return { address, store, query: pool.query.bind(pool) as pg.Pool['query'] }
}

/** All that a migration can make, as Postgres describes it, in an order of its own. */
const DESCRIPTION = `
  select 'column' as kind, format('%s.%s', c.relname, a.attname) as name,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, a.attidentity, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid)) as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p') and a.attnum > 0 and not a.attisdropped
  union all select 'constraint', format('%s.%s', conrelid::regclass, conname), pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function', proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all select 'view', viewname, definition from pg_views where schemaname = 'public'
  union all select 'type', typname, typtype::text from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
  order by 1, 2, 3`

test('four programs that migrate one empty database at once all succeed', async () => {
  const { address, query } = await empty('together')
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => run(process.execPath, [FIXTURE, JSON.stringify(address)], { timeout: 60_000 })),
  )
  const applied = answers.map(({ stdout }) => JSON.parse(stdout) as string[])
  expect(applied.flat().sort()).toEqual(await migrationNames())
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  expect((await query('select count(*)::int as n from kysely_migration')).rows[0].n).toBe(
    (await migrationNames()).length,
  )
})

test('a database that was upgraded step by step equals a new one', async () => {
  const [fresh, upgraded] = [await empty('fresh'), await empty('upgraded')]
  await migrate(fresh.store)
  const steps: string[] = []
  for (const name of await migrationNames()) {
    await copyFile(join(MIGRATIONS, name), join(folder, name))
    steps.push(...(await migrate(upgraded.store, folder)))
  }
  expect(steps).toEqual(await migrationNames())
  const { rows } = await fresh.query(DESCRIPTION)
  expect(rows.length).toBeGreaterThan(100)
  expect((await upgraded.query(DESCRIPTION)).rows).toEqual(rows)
})

test('migrating again does nothing', async () => {
  const { store } = await empty('again')
  expect(await migrate(store)).toEqual(await migrationNames())
  expect(await migrate(store)).toEqual([])
})

test('a database of a newer version is refused with a sentence and left as it is', async () => {
  const { store, query } = await empty('newer')
  await migrate(store)
  await query("insert into kysely_migration (name, timestamp) values ('9999_from_the_future.sql', '')")
  const refused = await migrate(store).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(NewerDatabaseError)
  expect((refused as Error).message).toBe(
    'The control database was upgraded by a newer version of Stoa (it has 9999_from_the_future.sql). Start that version instead',
  )
})

test('a migration that fails leaves nothing behind, and the next attempt can succeed', async () => {
  const { store, query } = await empty('half')
  const broken = await mkdtemp(join(folder, 'broken-'))
  await writeFile(join(broken, '0001_good.sql'), 'create table good (id int)')
  await writeFile(join(broken, '0002_bad.sql'), 'create table bad (id int); select 1/0')
  await expect(migrate(store, broken)).rejects.toThrow('division by zero')
  expect((await query("select to_regclass('good') as good, to_regclass('bad') as bad")).rows).toEqual([
    { good: null, bad: null },
  ])
  await writeFile(join(broken, '0002_bad.sql'), 'create table bad (id int)')
  expect(await migrate(store, broken)).toEqual(['0001_good.sql', '0002_bad.sql'])
})

test('the tables are those that the code knows', async () => {
  const { store, query } = await empty('described')
  await migrate(store)
  const { rows } = await query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and table_name not like 'kysely%' and table_name <> all ($1)`,
    [LIBRARY_TABLES],
  )
  const known = Object.entries(COLUMNS).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  )
  expect(rows.map(({ name }) => name).sort()).toEqual([...known, ...LIBRARY_COLUMNS].sort())
})

test('the audit log can be added to and never changed', async () => {
  const { store, query } = await empty('log')
  await migrate(store)
  await query("insert into audit_log (action) values ('project.created')")
  for (const change of [
    "update audit_log set action = 'nothing'",
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_log where false',
  ])
    await expect(query(change)).rejects.toThrow('the audit log is append-only')
  expect((await query('select action from audit_log')).rows).toEqual([{ action: 'project.created' }])
})
