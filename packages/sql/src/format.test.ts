import { beforeAll, describe, expect, it, test } from 'vitest'
import { formatSql } from './format.ts'
import { tokens } from './lexer.ts'
import { ODD_SQL } from './odd-sql.fixture.ts'
import { loadParser, type SqlParser } from './parser.ts'

describe('formatSql', () => {
  it('sets keywords in lower case, two spaces for a level', () => {
    expect(formatSql('SELECT id,Name::INT FROM t WHERE a = :a AND b=1; DELETE FROM t')).toBe(`select
  id,
  Name::int
from
  t
where
  a = :a
  and b = 1;

delete from t`)
  })

  it('leaves strings, names, comments and the bodies of functions as they are', () => {
    const body = `$$ BEGIN  RETURN New;
end $$`
    const sql = `-- @set a = 1
create function f() returns trigger language plpgsql as ${body};
select 'It''s  HERE', "Odd Name", E'\\n', $x$ $y$ $x$, a[1:2], b ->> 'c', d @> '{}', 1.5e-3 /* inside */ from t`
    const formatted = formatSql(sql)
    expect(formatted).toContain(body)
    for (const kept of [`'It''s  HERE'`, '"Odd Name"', "E'\\n'", '$x$ $y$ $x$', '/* inside */', '-- @set a = 1'])
      expect(formatted).toContain(kept)
  })

  it('gives the same again, and nothing for what it cannot read', () => {
    const once = formatSql('with a as (select 1) select * from a left join b using (id) order by 1 desc')
    expect(formatSql(once ?? '')).toBe(once)
    expect(formatSql("select 'open")).toBeNull()
    expect(formatSql('')).toBe('')
  })
})

describe('what formatting leaves of a text', () => {
  let parser: SqlParser
  beforeAll(async () => {
    parser = await loadParser()
  })
  /** What the parser makes of a text, without where things stand. */
  const tree = (sql: string) =>
    parser.tree(sql).replaceAll(/,?"(?:\w*location|list_start|list_end|stmt_len|rexpr_list_\w+)":-?\d+/g, '')
  const kept = (sql: string) =>
    [...tokens(sql)]
      .filter(({ kind }) => kind === 'string' || kind === 'identifier' || kind === 'comment')
      .map(({ start, end }) => sql.slice(start, end).replaceAll(/\s+/g, ' '))

  test.for(ODD_SQL)('is all that %s says', (sql) => {
    const formatted = formatSql(sql)
    if (formatted === null) return
    expect(tree(formatted)).toBe(tree(sql))
    expect(kept(formatted)).toEqual(kept(sql))
    expect(formatSql(formatted)).toBe(formatted)
  })

  it('is refused for few of them', () => {
    // Strings that go on in the next line, numbers of newer forms, rules of several statements.
    expect(ODD_SQL.filter((sql) => formatSql(sql) === null)).toHaveLength(3)
  })

  it('keeps a parameter one, and makes none', () => {
    const formatted = formatSql('-- @set n = 1\nselect a[b:n], array[:n], :n')
    expect(formatted).toContain('b:n]')
    expect(formatted?.match(/[^b]:n/g)).toHaveLength(2)
  })
})
