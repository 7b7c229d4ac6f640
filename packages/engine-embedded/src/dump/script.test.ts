import { expect, test } from 'vitest'
import { listOf } from './cluster-sql.ts'
import { Script } from './script.ts'

/** Reads a script that arrives in pieces of so many bytes. */
async function read(text: string, size: number): Promise<string[]> {
  const bytes = Buffer.from(text)
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const found: string[] = []
  for await (const piece of new Script(chunks()).pieces()) {
    const label = piece.entry ? `${piece.entry.type} ${piece.entry.name} of ${piece.entry.owner}` : 'before all'
    if (piece.kind === 'sql') found.push(`${label}: ${piece.sql.replaceAll(/^--$/gm, '').replace(/\s+/g, ' ').trim()}`)
    else {
      const rows: Buffer[] = []
      for await (const row of piece.rows) rows.push(row)
      found.push(`${label}: ${piece.sql} with ${JSON.stringify(Buffer.concat(rows).toString())}`)
    }
  }
  return found
}

const SCRIPT = String.raw`\restrict abc
SET a = 1;
SET b = 'two; three';
--
-- Name: f(); Type: FUNCTION; Schema: public; Owner: it's me
--
CREATE FUNCTION f() AS $_$
-- Name: fake; Type: TABLE; Schema: public; Owner: x
COPY x FROM stdin;
\.
$_$;
ALTER FUNCTION f() OWNER TO me;
--
-- Name: g(); Type: FUNCTION; Schema: public; Owner: me; Tablespace: fast
--
CREATE FUNCTION g() BEGIN ATOMIC
 SELECT 1; /* a ' and /* nested */ still */
 SELECT E'it\'s; ' || 'it''s "' || "odd ""name;";
END;
--
-- Data for Name: t; Type: TABLE DATA; Schema: public; Owner: me
--
COPY public.t (a) FROM stdin;
one\ttwo
\\.
-- Name: no; Type: TABLE; Schema: x; Owner: y
\.
--
-- Data for Name: e; Type: TABLE DATA; Schema: public; Owner: me
--
COPY public.e (a) FROM stdin;
\.
--
-- Data for Name: 7; Type: BLOBS; Schema: -; Owner: -
--
BEGIN;
SELECT lo_open('7', 131072);
COMMIT;
\unrestrict abc
`

test.each([1, 2, 3, 7, 64, 10_000])(
  'a script is read alike however it arrives, also in pieces of %i bytes',
  async (size) => {
    expect(await read(SCRIPT, size)).toEqual([
      'before all: SET a = 1;',
      "before all: SET b = 'two; three';",
      String.raw`FUNCTION f() of it's me: CREATE FUNCTION f() AS $_$ -- Name: fake; Type: TABLE; Schema: public; Owner: x COPY x FROM stdin; \. $_$; ALTER FUNCTION f() OWNER TO me;`,
      String.raw`FUNCTION g() of me: CREATE FUNCTION g() BEGIN ATOMIC SELECT 1; /* a ' and /* nested */ still */ SELECT E'it\'s; ' || 'it''s "' || "odd ""name;"; END;`,
      `TABLE DATA t of me: COPY public.t (a) FROM stdin with ${JSON.stringify('one\\ttwo\n\\\\.\n-- Name: no; Type: TABLE; Schema: x; Owner: y\n')}`,
      'TABLE DATA e of me: COPY public.e (a) FROM stdin with ""',
      'BLOBS 7 of -: BEGIN;',
      "BLOBS 7 of -: SELECT lo_open('7', 131072);",
      'BLOBS 7 of -: COMMIT;',
    ])
  },
)

test('a file that ends in the middle of a table says so', async () => {
  await expect(read('COPY public.t (a) FROM stdin;\none\n', 5)).rejects.toThrow(/ends in the middle of a table/)
})

test('names in a setting’s list are read as Postgres writes them', () => {
  expect(listOf('"$user", public, extensions')).toEqual(['$user', 'public', 'extensions'])
  expect(listOf('"Odd, ""path"""')).toEqual(['Odd, "path"'])
  expect(listOf('""')).toEqual([''])
  expect(listOf('')).toEqual([])
})
