import { describe, expect, it } from 'vitest'
import { fillParameters, queryParameters } from './params.ts'

describe('queryParameters', () => {
  it('reads declarations with their defaults, types and uses', () => {
    const sql = `-- @set state: open | paid | 'sent back' = paid
-- @set since = '2026-01-31'
-- @set most: integer = 5
/* @set region: enum(eu, us) */
select * from orders where state = :state and at > :since and (region = :region or :state = 'open') limit :most`
    expect(queryParameters(sql)).toEqual([
      {
        name: 'state',
        defaultValue: 'paid',
        value: 'paid',
        type: 'enum',
        possibleValues: ['open', 'paid', 'sent back'],
        cast: null,
        occurrences: 2,
      },
      expect.objectContaining({ name: 'since', defaultValue: '2026-01-31', type: 'other', occurrences: 1 }),
      expect.objectContaining({ name: 'most', value: '5', cast: 'integer' }),
      expect.objectContaining({ name: 'region', defaultValue: null, value: '', possibleValues: ['eu', 'us'] }),
    ])
  })

  it('takes given values, the last declaration of a name, and a default that the list forgot', () => {
    const sql = `-- @set a = 1
-- @set a: x | y = z`
    expect(queryParameters(sql, { a: 'y', b: 'other' })).toEqual([
      expect.objectContaining({ value: 'y', defaultValue: 'z', possibleValues: ['z', 'x', 'y'], occurrences: 0 }),
    ])
  })

  it('sees neither declarations outside comments nor uses inside strings', () => {
    expect(queryParameters(`select '-- @set a = 1', $$ @set b = 2 $$`)).toEqual([])
    const [only] = queryParameters(`-- @set a = 1
select ':a', "x:a", a::a, b[1:a], f(x := 1) -- :a`)
    expect(only?.occurrences).toBe(0)
  })
})

describe('fillParameters', () => {
  it('writes values as constants', () => {
    const sql = `-- @set name = Mira
-- @set n: integer = 3
select :name, x::text, :n + :n, :undeclared`
    expect(fillParameters(sql, { name: "O'Hara\\" }).sql).toContain(
      `select E'O''Hara\\\\', x::text, '3'::integer + '3'::integer, :undeclared`,
    )
  })

  it('lets no value become more than a value', () => {
    const sql = '-- @set id = 1\nselect * from t where id = :id and x -:id'
    for (const value of [`1; drop table t`, `' or true --`, `-1`, `\\'; select 1`, `$$`, `/*`, `:id`]) {
      const filled = fillParameters(sql, { id: value }).sql
      expect(fillParameters('select :id', { id: value }, sql).sql).toMatch(/^select E?'(?:[^'\\]|''|\\\\)*'$/)
      expect(filled.split('\n')).toHaveLength(2)
    }
  })

  it('writes null for the bare word, and casts only to what is a type', () => {
    expect(fillParameters('-- @set a = null\nselect :a').sql).toContain('select null')
    expect(fillParameters('-- @set a: int) -- = 1\nselect :a').sql).toContain(`select '1'`)
    expect(fillParameters('-- @set a: numeric(10, 2)[] = {1}\nselect :a').sql).toContain(`'{1}'::numeric(10, 2)[]`)
  })

  it('fills in the list of an array, and leaves slices and pairs alone', () => {
    const filled = (sql: string) => fillParameters(`-- @set n = 1\n${sql}`).sql.split('\n')[1]
    expect(filled('select array[:n, :n], array[[:n]], ARRAY [:n]')).toBe(
      `select array['1', '1'], array[['1']], ARRAY ['1']`,
    )
    for (const kept of ['select a[:n], a[1:n], a[b[1]:n]', `select json_object('a':n)`, `select array[1][:n]`])
      expect(filled(kept)).toBe(kept)
  })

  it('finds its way back from the filled text', () => {
    const sql = '-- @set a = longer\nselect :a, oops'
    const filled = fillParameters(sql)
    expect(filled.originalOffset(filled.sql.indexOf('oops'))).toBe(sql.indexOf('oops'))
    expect(filled.originalOffset(filled.sql.indexOf('nger', 20))).toBe(sql.indexOf(':a'))
    expect(filled.originalOffset(3)).toBe(3)
  })
})
