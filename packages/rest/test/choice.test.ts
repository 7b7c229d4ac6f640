import { lastingPool } from '@stoa/engine-embedded/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Choice } from '../src/plan/choice.ts'
import { Harbor } from './harbor.ts'

// Which reads are planned once for all of their values, and that nobody notices but by the time it takes.

const USES = 10
const MINUTE = 60_000
const CLOSE = { custom: 60, generic: 180, relations: 2 }

describe('one plan for all values', () => {
  const used = () => {
    const choice = new Choice()
    for (let at = 1; at < USES; at++) expect(choice.due(0)).toBe(false)
    return choice
  }

  test('is chosen after three looks that agree, and looked at again after a while', () => {
    const choice = used()
    for (const look of [1, 2, 3]) {
      expect([look, choice.generic, choice.due(0), choice.due(0)]).toEqual([look, false, true, false])
      choice.found(CLOSE, 0)
    }
    expect([choice.generic, choice.due(MINUTE - 1), choice.due(MINUTE)]).toEqual([true, false, true])
    choice.found({ ...CLOSE, generic: 900 }, MINUTE)
    expect([choice.generic, choice.due(MINUTE + 1)]).toEqual([false, false])
  })

  test.for([
    ['costs much more', { custom: 60, generic: 400, relations: 2 }],
    ['costs the same, which Postgres sees by itself', { custom: 8, generic: 8, relations: 1 }],
  ] as const)('is not chosen where it %s', ([, costs]) => {
    const choice = used()
    expect(choice.due(0)).toBe(true)
    choice.found(costs, 0)
    expect([choice.generic, choice.due(MINUTE - 1)]).toEqual([false, false])
  })

  test('is given up when looking fails', () => {
    const choice = used()
    expect(choice.due(0)).toBe(true)
    choice.failed(0)
    expect([choice.generic, choice.due(MINUTE - 1), choice.due(MINUTE)]).toEqual([false, false, true])
  })
})

describe('a list with values that Postgres cannot guess', () => {
  const harbor = new Harbor()
  const { ask, body, make } = harbor
  let pool: pg.Pool
  beforeAll(async () => {
    await harbor.open()
    await harbor.database.sql(`
      create table calls (id int primary key, owner text not null, harbor_id int not null references harbors, tons int not null);
      insert into calls select i, case when i % 2 = 0 then 'ada' else 'bea' end, 1 + i % 3, i % 5000 from generate_series(1, 20000) i;
      create index on calls (harbor_id, id); analyze calls; analyze harbors;
      alter table calls enable row level security;
      create policy own on calls using (owner = current_setting('request.jwt.claims')::json->>'sub');
      create function way(calls) returns text language plpgsql stable as $$ begin return current_setting('plan_cache_mode'); end $$;
      grant select on calls to reader, writer; alter role writer set plan_cache_mode = 'force_custom_plan'`)
    // One connection: what it has prepared tells how it was planned.
    pool = lastingPool({ ...harbor.database.pool.options, max: 1 })
  })
  afterAll(async () => {
    await pool?.end()
    await harbor.dispose()
  })

  const planned = async () => {
    const { rows } = await pool.query<{ g: string; c: string }>(
      `select generic_plans::text as g, custom_plans::text as c from pg_prepared_statements where statement like '%"calls_harbors"%'`,
    )
    return rows
  }
  const SELECT = 'select=id,owner,way,calls_harbors:harbors(name)'
  const list = (harborId: number, more: number, sub: string, as = 'reader') => ({
    path: `/calls?${SELECT}&harbor_id=eq.${harborId}&tons=gt.${more}&order=id&limit=2`,
    as,
    claims: { sub },
  })

  test('is planned once, and gives everybody their own rows', async () => {
    const by = make({ pool })
    await by.reload()
    const rows = async (at: number, as?: string) => {
      const { path, ...init } = list(1 + (at % 3), 100 + at, at % 2 === 0 ? 'ada' : 'bea', as)
      return { rows: await body(path, { ...init, by }), harborId: 1 + (at % 3), more: 100 + at, even: at % 2 === 0 }
    }
    for (let at = 0; at < 40; at++) {
      const { rows: found, harborId, more, even } = await rows(at)
      const wanted = Array.from({ length: 5_000 }, (_, id) => id).filter(
        (id) => id > more && 1 + (id % 3) === harborId && (id % 2 === 0) === even,
      )
      expect(found.map(({ id }: { id: number }) => id)).toEqual(wanted.slice(0, 2))
      expect(found.map(({ way }: { way: string }) => way)).toEqual(['auto', 'auto'])
    }
    await vi.waitFor(async () => {
      await rows(1)
      expect((await planned()).some(({ g }) => Number(g) > 0)).toBe(true)
    })
    expect((await rows(3, 'writer')).rows[0].way).toBe('force_custom_plan')
    const mistaken = await ask(`/calls?${SELECT}&harbor_id=eq.x&tons=gt.1&order=id&limit=2`, { as: 'reader', by })
    expect([mistaken.status, mistaken.body.code]).toEqual([400, '22P02'])
    expect((await rows(2)).rows).toHaveLength(2)
  })

  test('is answered as ever by whoever may not look at its plan', async () => {
    await harbor.database.sql('create table shut (id int primary key); revoke all on shut from reader')
    const by = make({ pool, lookEveryMs: 0 })
    await by.reload()
    for (let at = 0; at < USES + 5; at++)
      expect((await ask(`/shut?id=gt.${at}&order=id&limit=2`, { as: 'reader', by })).body.code).toBe('42501')
    expect((await ask('/harbors?id=eq.1', { as: 'reader', by })).status).toBe(200)
  })
})
