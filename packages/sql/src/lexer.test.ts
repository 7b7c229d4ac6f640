import { describe, expect, it } from 'vitest'
import { type TokenKind, tokens } from './lexer.ts'

/** The tokens that are not white space, as `kind text`, with a `!` for an unterminated one. */
function read(sql: string): string[] {
  return [...tokens(sql)]
    .filter((t) => t.kind !== 'space')
    .map((t) => `${t.kind}${t.unterminated ? '!' : ''} ${sql.slice(t.start, t.end)}`)
}

/** Expects the whole text to be one token. */
function expectOne(kind: TokenKind, sql: string, unterminated = false) {
  expect([...tokens(sql)]).toEqual([{ kind, start: 0, end: sql.length, unterminated }])
}

describe('tokens', () => {
  it('covers the text without gaps', () => {
    const sql = 'select a."b" , \'c\' -- d\n from $x$ e $x$ where f=$1 /* g */ and h>1.5e-3;\u00a0~'
    expect([...tokens(sql)].map((t) => sql.slice(t.start, t.end)).join('')).toBe(sql)
  })

  it('reads words, numbers, parameters and symbols', () => {
    expect(read('select count(*) from t2 where a_$1 >= $12 and b < -1_000.5e+7')).toEqual([
      'word select',
      'word count',
      'symbol (',
      'symbol *',
      'symbol )',
      'word from',
      'word t2',
      'word where',
      'word a_$1',
      'symbol >',
      'symbol =',
      'parameter $12',
      'word and',
      'word b',
      'symbol <',
      'symbol -',
      'number 1_000.5e+7',
    ])
  })

  it('leaves the two dots of a range out of the numbers beside them', () => {
    expect(read('1..10')).toEqual(['number 1', 'symbol .', 'number .10'])
  })

  it('takes letters beyond ASCII as letters, a no-break space too', () => {
    expectOne('word', 'größe')
    expectOne('word', '表')
    expectOne('word', 'a\u00a0b')
  })

  describe('strings', () => {
    it('end at a quote that is not doubled', () => {
      expectOne('string', "'it''s'")
      expect(read("'a' 'b'")).toEqual(["string 'a'", "string 'b'"])
      expectOne('string', "''")
      expectOne('string', "''''")
    })

    it('do not take a backslash as an escape, but E strings do', () => {
      expect(read("'a\\' x")).toEqual(["string 'a\\'", 'word x'])
      expectOne('string', "E'a\\' x'")
      expectOne('string', "e'\\\\'")
      expect(read("E'\\\\' x")).toEqual(["string E'\\\\'", 'word x'])
    })

    it('may carry a prefix', () => {
      for (const sql of ["B'01'", "x'1F'", "N'a'", "U&'\\0061'"]) expectOne('string', sql)
    })

    it('do not take the end of a longer word as their prefix', () => {
      expect(read("whole'a\\' x")).toEqual(['word whole', "string 'a\\'", 'word x'])
      expect(read("u & 'a'")).toEqual(['word u', 'symbol &', "string 'a'"])
    })

    it('go on after a line break under the rules they began with', () => {
      expectOne('string', "E'a'\n  'b\\'c'")
      expectOne('string', "E'a' -- why not\n -- indeed\n 'b\\'c'")
      expect(read("E'a' 'b\\'c'")).toEqual(["string E'a'", "string 'b\\'", 'word c', "string! '"])
    })

    it('end where they end when only a comment follows', () => {
      expect(read("'a' -- 'b'")).toEqual(["string 'a'", "comment -- 'b'"])
      expect(read("'a'\n/* c */ 'b'")).toEqual(["string 'a'", 'comment /* c */', "string 'b'"])
    })

    it('run to the end of the text when they are not closed', () => {
      expectOne('string', "'abc; select 1", true)
      expectOne('string', "E'abc\\'", true)
      expectOne('string', "E'abc\\", true)
    })
  })

  describe('quoted identifiers', () => {
    it('end at a double quote that is not doubled', () => {
      expectOne('identifier', '"a""b;--"')
      expectOne('identifier', 'U&"d\\0061t"')
      expectOne('identifier', '"it\'s"')
    })

    it('do not go on after a line break', () => {
      expect(read('"a"\n"b"')).toEqual(['identifier "a"', 'identifier "b"'])
    })

    it('run to the end of the text when they are not closed', () => {
      expectOne('identifier', '"a; b', true)
    })
  })

  describe('dollar quotes', () => {
    it('end at their own tag only', () => {
      expectOne('string', '$$ it\'s; $1 "$ $$')
      expectOne('string', '$body$ $$ ; $bod$ $BODY$ $body$')
      expectOne('string', '$größe_1$;$größe_1$')
      expectOne('string', '$🏛$;$🏛$')
    })

    it('cannot begin inside a word or with a digit', () => {
      expect(read('a$b$c')).toEqual(['word a$b$c'])
      expect(read('$1$a$')).toEqual(['parameter $1', 'string! $a$'])
    })

    it('may begin right after a number or a symbol', () => {
      expect(read('=$$a$$')).toEqual(['symbol =', 'string $$a$$'])
    })

    it('leave a lone dollar sign as a symbol', () => {
      expect(read('$ $tag x')).toEqual(['symbol $', 'symbol $', 'word tag', 'word x'])
    })

    it('run to the end of the text when they are not closed', () => {
      expectOne('string', '$a$ begin; end $b$', true)
    })
  })

  describe('comments', () => {
    it('of one line end at the line break, whichever it is', () => {
      expect(read("-- it's\nx")).toEqual(["comment -- it's", 'word x'])
      expect(read('-- a\rx')).toEqual(['comment -- a', 'word x'])
      expect(read('--')).toEqual(['comment --'])
    })

    it('in blocks nest', () => {
      expectOne('comment', '/* a /* b */ ; */')
      expectOne('comment', '/*/*/**/*/*/')
      expectOne('comment', "/* it's **/")
    })

    it('begin inside a run of operator characters', () => {
      expect(read('1*/* c */2')).toEqual(['number 1', 'symbol *', 'comment /* c */', 'number 2'])
      expect(read('1--1')).toEqual(['number 1', 'comment --1'])
    })

    it('in blocks run to the end of the text when they are not closed', () => {
      expectOne('comment', '/* a /* b */ ;', true)
      expectOne('comment', '/*/', true)
    })
  })
})
