import { readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ServerSpec } from '@stoa/engine'
import { query, randomRef } from '@stoa/engine/conformance'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestEngine, type TestEngine } from '../testing.ts'

const PASSWORDS = { owner: 'owner secret', api: 'api secret', reader: 'reader secret' }

let subject: TestEngine
beforeAll(async () => {
  subject = await openTestEngine()
})
afterAll(async () => subject?.dispose())

const versionOf = (major: string): string =>
  subject.engine.versions().find((entry) => entry.postgres_engine === major)?.version ?? ''
const started = async (major: string): Promise<ServerSpec> => {
  const resources = { memoryMb: 256, maxConnections: 20, workers: 2 }
  const made = { ref: randomRef(), version: versionOf(major), resources, passwords: PASSWORDS }
  await subject.engine.create(made)
  await subject.engine.start(made.ref)
  return made
}
const owner = async (ref: string) => ({ ...(await subject.engine.target(ref, 'owner')), password: PASSWORDS.owner })
const asOwner = async (ref: string, text: string) => query(await owner(ref), PASSWORDS.owner, text)
const place = (name: string): string => join(subject.options.dataDir, name)
const textOf = async (file: string): Promise<string> => gunzipSync(await readFile(file)).toString('utf8')

describe('a dump', { timeout: 60_000 }, () => {
  let source: ServerSpec
  let file: string
  beforeAll(async () => {
    source = await started('17')
    await asOwner(
      source.ref,
      `create table public.notes (id int primary key, body text);
       insert into public.notes select i, repeat(md5(i::text), 20) from generate_series(1, 20000) i;
       create role app_login login password 'app secret'`,
    )
    file = place('notes.sql.gz')
    await subject.engine.dump(source.ref, file)
  })

  test('holds no password of the platform’s roles, and those of roles that people made', async () => {
    const verifiers = (await textOf(file)).match(/CREATE ROLE .*;\nALTER ROLE .* PASSWORD 'SCRAM[^;]*/g) ?? []
    expect(verifiers.map((one) => one.split('\n')[0])).toEqual(['CREATE ROLE "app_login";'])
    expect((await textOf(file)).match(/"verifier":"SCRAM/g)).toHaveLength(1)
  })

  test('can be asked for again, and leaves nothing half-made', async () => {
    await subject.engine.dump(source.ref, file)
    expect((await readdir(subject.options.dataDir)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('into a folder that does not exist is refused and leaves nothing', async () => {
    await expect(subject.engine.dump(source.ref, place('nowhere/notes.sql.gz'))).rejects.toMatchObject({
      code: 'failed',
    })
  })

  test('for which the disk has no room says so, and leaves nothing', async () => {
    const full = place('full.sql.gz')
    // What is written there meets a full disk.
    await symlink('/dev/full', `${full}.part`)
    const noRoom = { code: 'no-space', message: 'There is not enough disk space left to write the database down.' }
    await expect(subject.engine.dump(source.ref, full)).rejects.toMatchObject(noRoom)
    expect((await readdir(subject.options.dataDir)).filter((name) => name.startsWith('full'))).toEqual([])
    expect((await stat('/dev/full')).isCharacterDevice()).toBe(true)
    expect(await asOwner(source.ref, 'select count(*)::int as n from notes')).toEqual([{ n: 20_000 }])
  })

  test('that breaks off, is damaged or is something else is not loaded', async () => {
    const short = place('short.sql.gz')
    await writeFile(short, await readFile(file))
    await truncate(short, Math.floor((await stat(short)).size / 2))
    const ended = place('ended.sql.gz')
    const text = await textOf(file)
    await writeFile(ended, gzipSync(text.slice(0, text.lastIndexOf('-- Stoa database dump complete'))))
    const inTable = place('in-table.sql.gz')
    await writeFile(inTable, gzipSync(text.slice(0, text.indexOf('COPY public.notes') + 5000)))
    const foreign = place('foreign.sql.gz')
    await writeFile(foreign, gzipSync('drop table everything;\n'))
    const plain = place('plain.txt')
    await writeFile(plain, 'no dump at all')
    const wrongRow = place('wrong-row.sql.gz')
    await writeFile(wrongRow, gzipSync(text.replace('\n1\t', '\nnot a number\t')))
    for (const [broken, words] of [
      [short, /damaged or not whole/],
      [ended, /damaged or not whole/],
      [inTable, /could not be made again/],
      [foreign, /was not written by Stoa/],
      [plain, /damaged or not whole/],
      [wrongRow, /could not be made again/],
      [place('none.sql.gz'), /damaged or not whole/],
    ] as const) {
      const target = await started('17')
      await expect(subject.engine.load(target.ref, broken), broken).rejects.toMatchObject({
        code: 'failed',
        message: expect.stringMatching(words),
      })
      await subject.engine.remove(target.ref)
    }
  })

  test('is not loaded into a server that holds something', async () => {
    await expect(subject.engine.load(source.ref, file)).rejects.toThrow(/already holds something/)
    expect(await asOwner(source.ref, 'select count(*)::int as rows from notes')).toEqual([{ rows: 20_000 }])
  })

  test('that was changed cannot make a superuser, nor a member of what opens files', async () => {
    const text = await textOf(file)
    const member =
      '"memberships":[{"role":"pg_read_server_files","member":"postgres","grantor":null,"admin":true,"inherits":true,"sets":true},'
    const forged = place('forged.sql.gz')
    await writeFile(forged, gzipSync(text.replace('"memberships":[', member)))
    const target = await started('17')
    await expect(subject.engine.load(target.ref, forged)).rejects.toThrow(/Nobody but the platform/)
    await subject.engine.remove(target.ref)
    const other = await started('17')
    await writeFile(
      forged,
      gzipSync(text.replace('COPY public.notes', 'ALTER ROLE postgres SUPERUSER;\nCOPY public.notes')),
    )
    await expect(subject.engine.load(other.ref, forged)).rejects.toMatchObject({
      detail: expect.stringMatching(/permission denied|SUPERUSER/),
    })
    expect(await asOwner(other.ref, "select rolsuper from pg_roles where rolname = 'postgres'")).toEqual([
      { rolsuper: false },
    ])
  })

  test('runs nothing in a superuser’s name that people wrote into constraints, columns and indexes', async () => {
    const evil = await started('17')
    await asOwner(
      evil.ref,
      `create table public.seen (who text, super text);
       create function public.note() returns int language plpgsql as $$ begin
         insert into public.seen values (current_user, current_setting('is_superuser')); return 1; end $$;
       create function public.spy(n int) returns int language plpgsql immutable as $$ begin
         perform public.note(); return n; exception when others then return n; end $$;
       create table public.trap (n int check (public.spy(n) = n), g int generated always as (public.spy(1)) stored);
       create index on public.trap (public.spy(n));
       insert into public.trap values (1), (2);
       truncate public.seen`,
    )
    const trap = place('trap.sql.gz')
    await subject.engine.dump(evil.ref, trap)
    const target = await started('17')
    await subject.engine.load(target.ref, trap)
    const seen = await asOwner(target.ref, 'select distinct super from seen')
    expect(seen).toEqual([{ super: 'off' }])
  })
})
