import { expect, test } from 'vitest'
import {
  FILE_MAX,
  FILE_TOO_LARGE,
  followWords,
  inTurn,
  NO_STATEMENTS,
  namedBy,
  newerThan,
  ownTransaction,
  problemsOf,
  readMigration,
} from './migration-file.ts'

test('a file is cut into its statements, each with its line, without the transaction around them', () => {
  const file = readMigration(
    "\uFEFF-- begins\nbegin;\n\ncreate table a (\n  t text default ';'\n);\n-- only words\ninsert into a values ('ü');\ncommit;\n",
  )
  expect(file.statements.map((statement) => statement.split('\n')[0])).toEqual([
    'create table a (',
    expect.stringContaining('insert into a'),
  ])
  expect(file.lines[0]).toBe(4)
  expect(file.isAlone).toBe(false)
})

test('a text without statements has none, and one that cannot be in a transaction is known', () => {
  expect(readMigration(' -- nothing\n;;').statements).toEqual([])
  expect(readMigration('create index concurrently on a (t);').isAlone).toBe(true)
  expect(readMigration("comment on table a is 'create index concurrently'").isAlone).toBe(false)
})

test('version and name come from the name of the file, or from now', () => {
  expect(namedBy('20260314091500_Add ports.sql')).toEqual({ version: '20260314091500', name: 'add_ports' })
  expect(namedBy('ports.sql', new Date('2026-11-21T10:20:30Z'))).toEqual({ version: '20261121102030', name: 'ports' })
  expect(namedBy('', new Date('2026-11-21T10:20:30Z'))).toEqual({ version: '20261121102030', name: '' })
})

test('a file says what it lacks', () => {
  const file = { text: 'select 1', version: '20260314091500', name: 'one' }
  expect(problemsOf(file, [])).toEqual({})
  expect(problemsOf({ ...file, text: '-- nothing', name: '' }, [file.version])).toEqual({
    text: NO_STATEMENTS,
    version: 'A migration of this version was applied already',
    name: 'A migration needs a name',
  })
  expect(problemsOf({ ...file, text: 'x'.repeat(FILE_MAX + 1), version: 'first' }, [])).toEqual({
    text: FILE_TOO_LARGE,
    version: 'A version is a number, mostly the digits of a time',
  })
})

test('a file that would end its one transaction before its time says where', () => {
  const said = (text: string) => problemsOf({ text, version: '20260314091500', name: 'one' }, []).text
  expect(said('create table a ();\ncommit;\ncreate table b ()')).toBe(ownTransaction(2))
  expect(said('begin;\ncreate table a ();\ncommit;\nbegin;\ncreate table b ();')).toBe(ownTransaction(1))
  expect(said('select 1;\n\nrollback')).toBe(ownTransaction(3))
  expect(said('begin;\nsavepoint a;\nselect 1;\nrollback to savepoint a;\ncommit;')).toBeUndefined()
  expect(said('comment on table a is null;\nselect 1 as begin')).toBeUndefined()
})

test('of several files those that were applied are left out, and the others follow by their names', () => {
  const files = ['3000_c.sql', '1000_a.sql', '2000_b.sql'].map((name) => ({ name }))
  expect(inTurn(files, ['1000']).map(({ name }) => name)).toEqual(['2000_b.sql', '3000_c.sql'])
  expect(inTurn([{ name: '1000_a.sql' }], ['1000'])).toHaveLength(1)
  expect(followWords([], 0)).toBe('')
  expect(followWords(['b.sql'], 1)).toBe('One file follows: b.sql. One was applied already.')
  expect(followWords(['a', 'b', 'c', 'd', 'e', 'f'], 0)).toBe('6 files follow: a, b, c, d, e and 1 more.')
  expect(followWords([], 3)).toBe('3 were applied already.')
})

test('a migration that is older than some that were applied says so', () => {
  expect(newerThan('20260314091500', ['20260313000000', 'by hand'])).toBeNull()
  expect(newerThan('20260314091500', ['20260315000000', '20260316000000', '2025'])).toBe(
    '2 newer migrations were applied already, the last of them 20260316000000. This one stands before, and elsewhere it will run before.',
  )
  expect(newerThan('1', ['2'])).toContain('One newer migration was applied already, the last of them 2.')
})
