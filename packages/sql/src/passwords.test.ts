import { expect, test } from 'vitest'
import { withoutPasswords } from './passwords.ts'

test.for([
  ["create role a login password 'secret'", "create role a login password '…'"],
  [
    "ALTER USER a WITH ENCRYPTED PASSWORD E'se''cret' valid until 'infinity'",
    "ALTER USER a WITH ENCRYPTED PASSWORD '…' valid until 'infinity'",
  ],
  ['alter role a password $$secret$$', "alter role a password '…'"],
  [
    "create user mapping for a server b options (user 'c', password 'secret')",
    "create user mapping for a server b options (user 'c', password '…')",
  ],
  ["select dblink('host=b password=secret user=c')", "select dblink('host=b password=… user=c')"],
  ["select dblink('postgres://me:secret@host/db')", "select dblink('postgres://me:…@host/db')"],
  ["create role a password /* mine */ 'secret'", "create role a password /* mine */ '…'"],
  ["select password from users where name = 'x'", "select password from users where name = 'x'"],
  ["select 'keep' as a", "select 'keep' as a"],
  ["-- alter role a password 'secret'\nselect 1", "-- alter role a password '…'\nselect 1"],
  [
    "do $$ begin execute 'alter role a password ''secret'''; end $$",
    "do $$ begin execute 'alter role a password ''…'''; end $$",
  ],
  [
    "do $$ begin alter role a encrypted password 'secret'; end $$",
    "do $$ begin alter role a encrypted password '…'; end $$",
  ],
  ["select 'the password is asked for' as a, 'b' as c", "select 'the password is asked for' as a, 'b' as c"],
] as const)('%s', ([sql, kept]) => {
  expect(withoutPasswords(sql)).toBe(kept)
})
