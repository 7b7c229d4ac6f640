import { describe, expect, it } from 'vitest'
import { quoteIdent, quoteLiteral } from './quote.ts'

describe('quoteIdent', () => {
  it('leaves a plain lower-case name as it is', () => {
    expect(quoteIdent('port_calls')).toBe('port_calls')
    expect(quoteIdent('_a1')).toBe('_a1')
  })

  it('quotes a name that Postgres would fold, misread or refuse', () => {
    expect(quoteIdent('Users')).toBe('"Users"')
    expect(quoteIdent('two words')).toBe('"two words"')
    expect(quoteIdent('1st')).toBe('"1st"')
    expect(quoteIdent('a$b')).toBe('"a$b"')
    expect(quoteIdent('größe')).toBe('"größe"')
    expect(quoteIdent("o'clock")).toBe('"o\'clock"')
  })

  it('doubles the quotes inside a name, so that none can end it', () => {
    expect(quoteIdent('a"b')).toBe('"a""b"')
    expect(quoteIdent('"; drop table t; --')).toBe('"""; drop table t; --"')
  })

  it('quotes keywords that cannot stand as a name and leaves those that can', () => {
    for (const word of ['select', 'user', 'table', 'left', 'values', 'json']) expect(quoteIdent(word)).toBe(`"${word}"`)
    for (const word of ['name', 'text', 'begin', 'temporary']) expect(quoteIdent(word)).toBe(word)
  })

  it('refuses the names that Postgres cannot hold', () => {
    expect(() => quoteIdent('')).toThrow('cannot be empty')
    expect(() => quoteIdent('a\0b')).toThrow('NUL')
  })
})

describe('quoteLiteral', () => {
  it('quotes a text and doubles its quotes', () => {
    expect(quoteLiteral('')).toBe("''")
    expect(quoteLiteral("it's")).toBe("'it''s'")
  })

  it('writes backslashes as an escape string, so that the server setting does not matter', () => {
    expect(quoteLiteral('C:\\new')).toBe("E'C:\\\\new'")
    expect(quoteLiteral("\\'; drop table t; --")).toBe("E'\\\\''; drop table t; --'")
  })

  it('refuses a NUL character', () => {
    expect(() => quoteLiteral('a\0')).toThrow('NUL')
  })
})
