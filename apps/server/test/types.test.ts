import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unknownSchemas } from '@stoa/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestPlatform } from './harness.ts'

// TypeScript types of a project's schema, and that they compile with the client library that they are for.

let platform: TestPlatform
let ref: string
const ROOT = join(import.meta.dirname, '../../..')

beforeAll(async () => {
  platform = await TestPlatform.start()
  ref = await platform.createProject('harbor')
  const { token } = await platform.as('Owner')
  const made = await platform.call('POST', `/platform/projects/${ref}/sql/run`, {
    token,
    body: {
      sql: `create type mood as enum ('calm', 'rough');
        create table ships (id bigint generated always as identity primary key, name text not null, sea mood, built date);
        create table voyages (id bigint primary key, ship_id bigint not null references ships, log jsonb);
        create view calm_ships as select * from ships where sea = 'calm';
        create function rename_ship(ship bigint, new_name text) returns text language sql as 'select new_name';
        create schema shipyard; create table shipyard.docks (id int primary key)`,
    },
  })
  expect(made.text).toContain('"done"')
})
afterAll(() => platform.dispose())

const types = async (query = '') => {
  const { token } = await platform.as('Read-only')
  return platform.call<{ types: string; message: string }>('GET', `/v1/projects/${ref}/types/typescript${query}`, {
    token,
  })
}

test('the types know tables, views, functions, enums and relationships of the exposed schemas', async () => {
  const { status, body } = await types()
  expect(status).toBe(200)
  expect(body.types).toContain('export type Database')
  for (const name of ['ships', 'voyages', 'calm_ships', 'rename_ship', 'mood']) expect(body.types).toContain(name)
  expect(body.types).toContain('voyages_ship_id_fkey')
  expect(body.types).not.toContain('docks')
})

test('other schemas are asked for by name, and one that does not exist is refused in a sentence', async () => {
  expect((await types('?included_schemas=public,shipyard')).body.types).toContain('docks')
  const one = await types('?included_schemas=nowhere')
  expect([one.status, one.body.message]).toEqual([400, unknownSchemas(['nowhere'])])
  const two = await types('?included_schemas=public,a,b')
  expect([two.status, two.body.message]).toEqual([400, unknownSchemas(['a', 'b'])])
})

test('what is generated compiles with the client library, and keeps wrong names out', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-types-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'database.types.ts'), (await types()).body.types)
    await writeFile(
      join(folder, 'use.ts'),
      `import { createClient } from '@supabase/supabase-js'
import type { Database, Tables, Enums } from './database.types.ts'
const client = createClient<Database>('http://127.0.0.1', 'key')
const { data } = await client.from('ships').select('id, name, voyages (id, log)').single()
const name: string | undefined = data?.name
const log = data?.voyages[0]?.log
const sea: Enums<'mood'> = 'calm'
await client.from('ships').insert({ name: 'Argo', sea })
const renamed = await client.rpc('rename_ship', { ship: 1, new_name: 'Argo' })
const text: string | null = renamed.data
const row = {} as Tables<'calm_ships'>
// @ts-expect-error there is no such table
client.from('boats')
// @ts-expect-error a name is needed
client.from('ships').insert({ built: '2026-01-01' })
export { log, name, row, text }
`,
    )
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'esnext',
          moduleResolution: 'bundler',
          target: 'es2024',
          lib: ['es2024', 'dom'],
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          allowImportingTsExtensions: true,
          types: [],
        },
        files: ['use.ts'],
      }),
    )
    const compiled = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder],
      { cwd: folder },
    ).catch((error: { stdout: string; stderr: string }) => error)
    expect(`${compiled.stdout}${compiled.stderr}`).toBe('')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a project that does not run is refused in a sentence', async () => {
  const { token } = await platform.as('Owner')
  await platform.call('POST', `/v1/projects/${ref}/pause`, { token })
  const { status, body } = await types()
  expect([status, body.message]).toEqual([409, expect.stringMatching(/\w/)])
})
