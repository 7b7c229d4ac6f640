import { expect, test } from 'vitest'
import { longNames } from './long-names.ts'

test('names that Postgres would cut are told with what becomes of them, and texts are no names', () => {
  const [fits, long, wide] = ['n'.repeat(63), 'n'.repeat(64), 'ü'.repeat(32)]
  expect(
    longNames([`create table ${fits} ("${'ü'.repeat(31)}" text default '${long}')`, `select $$${long}$$`]),
  ).toEqual([])
  expect(longNames([`create table ${long} (a int)`, `comment on table ${long} is 'x'`])).toEqual([
    `${long} is longer than a name can be. Postgres makes it ${fits}.`,
  ])
  // Two bytes each: half a letter is none.
  expect(longNames([`create table "${wide}" (a int)`])).toEqual([
    `${wide} is longer than a name can be. Postgres makes it ${'ü'.repeat(31)}.`,
  ])
  expect(longNames([`create table "${'"'.repeat(2 * 63)}" (a int)`])).toEqual([])
})
