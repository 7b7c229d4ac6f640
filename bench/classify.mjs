// How long it takes to know what a script of 100 KB does, before it is run. Without a server, as in the browser.
import { mayHoldDangers } from '@stoa/sql'
import { classify, findDangers, loadParser } from '@stoa/sql/parsing'
import { log } from './lib/machine.mjs'
import { timed } from './lib/server-work.mjs'

const PRODUCT = 'stoa'
const BYTES = 100 * 1024
/** The first runs compile: the machine's code is not that of a page that has been open for a while. */
const WARM_UP = 5

const QUERY = `select u.id, u.name, count(*) as orders, max(o.created_at) as last from public.users u
  left join orders o on o.user_id = u.id where u.active and o.total > 10 and lower(u.email) like '%@example.com'
  group by 1, 2 order by orders desc limit 50;\n`
const MIXED = [
  QUERY,
  `create table if not exists ports_# (id bigint generated always as identity primary key, name text not null,
  opened date check (opened > '1900-01-01'), owner bigint references owners on delete cascade, tags text[], more jsonb);\n`,
  "insert into ports_# (name, opened) values ('Séte', '1666-07-29'), ('Piran', '1200-01-01'), ('Hydra', null);\n",
  `create or replace function rename_# (a int, b text) returns int language plpgsql as $$
  begin update ports_# set name = b where id = a; return a; end $$;\n`,
  "update ports_# set name = upper(name) where id in (select id from ports_# where opened < now() - interval '1 day');\n",
  'delete from ports_# where id = 7;\n',
]

/** A script of so many bytes out of these statements in turns. */
function script(statements) {
  let text = ''
  for (let i = 0; text.length < BYTES; i++) text += statements[i % statements.length].replaceAll('#', i)
  return text
}

const WORK = {
  'classify.dangers of a mixed script': [
    script(MIXED),
    (parser, sql) => mayHoldDangers(sql) && findDangers(parser, sql),
  ],
  'classify.mixed script': [script(MIXED), classify],
  'classify.queries alone': [script([QUERY]), classify],
  'classify.one query': [QUERY, classify],
}

/** Runs the suite `classify`. */
export async function measureClassify(options, samples) {
  const parser = await loadParser()
  for (const [name, [sql, work]] of Object.entries(WORK)) {
    for (let run = 0; run < WARM_UP; run++) work(parser, sql)
    for (let run = 0; run < options.runs; run++) {
      const { ms, idle } = await timed(options, async () => work(parser, sql))
      samples.put(PRODUCT, name, { ms, idle })
    }
    log(name, samples.of(PRODUCT, name, 'ms'))
  }
}
