import { describe, expect, it } from 'vitest'
import { commandKeyword, isBlank, splitStatements, statementAt } from './split.ts'

const split = (sql: string) => splitStatements(sql).map((range) => sql.slice(range.start, range.end))

describe('splitStatements', () => {
  it('splits at semicolons and trims what is round a statement', () => {
    expect(split('  select 1 ;\n\n select 2')).toEqual(['select 1', 'select 2'])
    expect(splitStatements(' a ; b')).toEqual([
      { start: 1, end: 2, terminator: 4 },
      { start: 5, end: 6, terminator: null },
    ])
  })

  it('gives nothing for what asks for nothing', () => {
    for (const sql of ['', '  \n', ';;;', '-- a; b', '/* a; */ ;']) expect(split(sql)).toEqual([])
  })

  it('keeps comments inside a statement and drops those round it', () => {
    expect(split('-- one\nselect /* a; */ 1 -- b;\n;\n-- two\nselect 2 -- end')).toEqual([
      'select /* a; */ 1',
      'select 2',
    ])
  })

  it('does not split inside quotes', () => {
    expect(split("select ';', \"a;b\", E'\\';', $$;$$, $q$ $$;$$ $q$; select 2")).toEqual([
      "select ';', \"a;b\", E'\\';', $$;$$, $q$ $$;$$ $q$",
      'select 2',
    ])
  })

  it('does not split inside parentheses, as the actions of a rule', () => {
    expect(split('create rule r as on insert to t do also (delete from a; delete from b); select 1')).toEqual([
      'create rule r as on insert to t do also (delete from a; delete from b)',
      'select 1',
    ])
  })

  it('splits after a closing parenthesis too many', () => {
    expect(split('select 1); select (2); select 3')).toEqual(['select 1)', 'select (2)', 'select 3'])
  })

  it('keeps a BEGIN ATOMIC body whole', () => {
    const routine = `create or replace function f(a int) returns int language sql
begin atomic
  insert into log values (case when a > 0 then 1 end);
  select case a when 1 then case when true then 2 end else 3 end;
  select x.end, 1 as end, 2 as case from x;
end`
    expect(split(`${routine}; select 1;`)).toEqual([routine, 'select 1'])
    const procedure = 'CREATE PROCEDURE p() BEGIN ATOMIC; DELETE FROM t; END'
    expect(split(`${procedure};select 1`)).toEqual([procedure, 'select 1'])
  })

  it('takes BEGIN of a transaction as a statement, even after a routine', () => {
    const script = 'create function f() returns int return 1; begin; update t set a = 1; end; select 1'
    expect(split(script)).toEqual([
      'create function f() returns int return 1',
      'begin',
      'update t set a = 1',
      'end',
      'select 1',
    ])
  })

  it('does not look for a body in statements that are not routines', () => {
    expect(split('create table begin (atomic int); select begin atomic; select 2')).toHaveLength(3)
    expect(split('drop function begin atomic; select 1')).toHaveLength(2)
    expect(split('create trigger t after insert on a execute function begin atomic; select 1')).toHaveLength(2)
  })

  it('gives what is not closed as one last statement', () => {
    expect(split("select 1; select 'a; select 2")).toEqual(['select 1', "select 'a; select 2"])
    expect(split('select 1; select (2; select 3')).toEqual(['select 1', 'select (2; select 3'])
    expect(split('select 1; /* select 2;')).toEqual(['select 1'])
    expect(split('select 1; do $x$ begin; end; $y$')).toEqual(['select 1', 'do $x$ begin; end; $y$'])
  })

  it('needs time in proportion to the text, not more', () => {
    const line = "insert into t values (1, 'a''b', $$c;d$$); -- done\n"
    expect(splitStatements(line.repeat(20_000))).toHaveLength(20_000)
    expect(splitStatements("select 'a' ".concat('-'.repeat(200_000)))).toHaveLength(1)
    expect(splitStatements('/*'.repeat(100_000))).toHaveLength(0)
  })
})

describe('statementAt', () => {
  const sql = 'select 1;  -- one\n\nselect 2;\nselect 3'
  const at = (needle: string, shift = 0) => {
    const range = statementAt(sql, sql.indexOf(needle) + shift)
    return range && sql.slice(range.start, range.end)
  }

  it('finds the statement the cursor is in', () => {
    expect(at('select 1')).toBe('select 1')
    expect(at('2')).toBe('select 2')
    expect(at('select 3')).toBe('select 3')
  })

  it('keeps to the statement before while the cursor is on the line where that ends', () => {
    expect(at(';', 1)).toBe('select 1')
    expect(at('-- one', 6)).toBe('select 1')
  })

  it('goes to the next statement from an empty line before it', () => {
    expect(at('\n\n', 1)).toBe('select 2')
  })

  it('keeps to the last statement at the end of the text', () => {
    expect(at('3', 1)).toBe('select 3')
    expect(statementAt('select 1;\n\n', 11)).toEqual({ start: 0, end: 8, terminator: 9 })
  })

  it('finds nothing in a script that holds no statement', () => {
    expect(statementAt('-- nothing', 3)).toBeNull()
  })
})

describe('isBlank', () => {
  it('is true for white space, comments and semicolons', () => {
    for (const sql of ['', ' \n\t', '-- a', '/* a /* b */ */', ' ; -- a\n;']) expect(isBlank(sql)).toBe(true)
  })

  it('is false as soon as anything is asked for', () => {
    for (const sql of ['select', "''", '-- a\nx', '(', '/* a */ 1']) expect(isBlank(sql)).toBe(false)
  })
})

describe('commandKeyword', () => {
  it('gives the first word in lower case', () => {
    expect(commandKeyword('SELECT 1')).toBe('select')
    expect(commandKeyword('-- a\n/* b */ (( Values (1)))')).toBe('values')
  })

  it('gives nothing when the text does not begin with a word', () => {
    expect(commandKeyword('-- a')).toBeNull()
    expect(commandKeyword("'select'")).toBeNull()
    expect(commandKeyword('; select 1')).toBeNull()
  })
})
