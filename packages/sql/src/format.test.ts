import { describe, expect, it } from 'vitest'
import { formatSql } from './format.ts'

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
