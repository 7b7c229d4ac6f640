import type { ImportInput } from '@stoa/contract'
import { quoteIdent, quoteLiteral } from '@stoa/sql'
import type pg from 'pg'
import { JsonRows } from './json-rows.ts'
import type { RowFinder } from './rows.ts'
import { checked, type RowsIn, tableOf } from './rows-in.ts'

/** Bytes of objects that one statement takes. */
const BATCH = 512 * 1024
/** The type of what the statement is given, text, as Postgres numbers it. */
const TEXT_OID = 25

/** Puts in objects. They are taken apart by Postgres, which keeps every digit and knows how each type is written. */
export function jsonIn(client: pg.Client, input: ImportInput): RowsIn {
  const table = tableOf(input)
  const targets = input.columns.map(({ to }) => quoteIdent(to))
  const pairs = input.columns.map(({ to, from }) => `${quoteLiteral(to)}, doc -> ${quoteLiteral(String(from))}`)
  // Numbers of a counted column come with the file, as they do by COPY. Without the offset, Postgres would read an
  // object again for each of its columns.
  const insert = `insert into ${table} (${targets.join(', ')}) overriding system value
select ${targets.map((name) => `made.${name}`).join(', ')}
from pg_catalog.unnest($1::pg_catalog.text[]) with ordinality as sent(text, place)
cross join lateral (select sent.text::pg_catalog.jsonb as doc offset 0) as read
cross join lateral pg_catalog.jsonb_populate_record(null::${table}, pg_catalog.jsonb_build_object(${pairs.join(', ')})) as made
order by sent.place`
  return {
    find: (bytes, line, isLast) => new JsonRows(bytes, line, isLast),
    async put(bytes, rows) {
      let count = 0
      for (;;) {
        const batch = textArray(bytes, rows)
        if (batch === null) return count
        await client.query({ name: 'import', text: insert, values: [batch.array] })
        count += batch.count
      }
    },
    problemOf: () => null,
    culprit: () => null,
  }
}

/** The next rows as an array of texts in Postgres's binary form, which needs no quotes; null when there are none. */
function textArray(bytes: Buffer, rows: RowFinder): { array: Buffer; count: number } | null {
  const places: number[] = []
  let size = 0
  while (size < BATCH && rows.find()) {
    places.push(rows.start, rows.end)
    size += rows.end - rows.start
  }
  const count = places.length / 2
  if (count === 0) return null
  checked(bytes.subarray(places[0], places.at(-1)))
  const array = Buffer.allocUnsafe(20 + 4 * count + size)
  // One dimension without nulls, which begins at 1.
  let at = 0
  for (const number of [1, 0, TEXT_OID, count, 1]) at = array.writeInt32BE(number, at)
  for (let row = 0; row < places.length; row += 2) {
    const [start, end] = [places[row] as number, places[row + 1] as number]
    at = array.writeInt32BE(end - start, at)
    at += bytes.copy(array, at, start, end)
  }
  return { array, count }
}
