import { expect, test } from 'vitest'
import { RestError } from '../src/index.ts'
import { readLogic, readOperation } from '../src/url/filter.ts'
import { readOrder } from '../src/url/order.ts'
import { readSelect } from '../src/url/select.ts'

// What is said of addresses that cannot be read: where, what stands there, and what could.

const OPERATOR = 'operator (eq, gt, ...)'
const IS = 'isVal: (null, not_null, true, false, unknown)'
const AFTER = 'letter, digit, "-", "->>", "->"'
const FIELD = 'field name (* or [a..z0..9_$])'

const told = (read: () => unknown): [column: number, details: unknown] => {
  try {
    read()
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return [Number(/column (\d+)\)$/.exec(error.body.message)?.[1]), error.body.details]
  }
  return [0, null]
}

test.for([
  ['val', 1, `unexpected "v" expecting "not" or ${OPERATOR}`],
  ['noop.0', 1, `unexpected "o" expecting "not" or ${OPERATOR}`],
  ['eq', 3, `unexpected end of input expecting ${OPERATOR}`],
  ['eqs.1', 3, `unexpected "s" expecting ${OPERATOR}`],
  ['eq().1', 4, `unexpected ")" expecting ${OPERATOR}`],
  ['fts().x', 5, `unexpected ")" expecting ${OPERATOR}`],
  ['is().x', 3, `unexpected "(" expecting ${OPERATOR}`],
  ['nothing.1', 4, 'unexpected "h" expecting delimiter (.)'],
  ['not.x.1', 5, `unexpected "x" expecting ${OPERATOR}`],
  ['is.nil', 5, `unexpected "i" expecting ${IS}`],
  ['is.ok', 4, `unexpected "o" expecting ${IS}`],
  ['in.1', 4, 'unexpected "1" expecting "("'],
  ['in.(1,2', 8, 'unexpected end of input expecting "," or ")"'],
] as const)('the filter %s', ([text, column, details]) => {
  expect(told(() => readOperation(text))).toEqual([column, details])
})

test.for([
  ['id.ac', 4, 'unexpected "c" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
  ['id.descc', 8, `unexpected 'c' expecting delimiter (.), "," or end of input`],
  ['id.asc.nlsfst', 8, 'unexpected "l" expecting "nullsfirst" or "nullslast"'],
  ['id.nullslasttt', 13, `unexpected 't' expecting "," or end of input`],
  ['clients(name,id)', 8, `unexpected '(' expecting ${AFTER}, delimiter (.), "," or end of input`],
] as const)('the order %s', ([text, column, details]) => {
  expect(told(() => readOrder(text))).toEqual([column, details])
})

test.for([
  ['id,clients(name[])', 16, `unexpected '[' expecting ${AFTER}, "::", ".", ")", "," or end of input`],
  ['name!hint', 5, `unexpected '!' expecting ${AFTER}, "::", ".", ")", "," or end of input`],
  ['*!hint', 2, `unexpected '!' expecting ")", "," or end of input`],
  ['name::', 7, 'unexpected end of input expecting letter or digit'],
  ['data->>-78xy', 11, `unexpected 'x' expecting digit, "->", "::", ".", "," or end of input`],
  ['id,,name', 4, `unexpected "," expecting "...", ${FIELD}, "*" or "count()"`],
] as const)('the select %s', ([text, column, details]) => {
  expect(told(() => readSelect(text))).toEqual([column, details])
})

test.for([
  ['or', '()', 4, `unexpected ")" expecting ${FIELD}, negation operator (not) or logic operator (and, or)`],
  ['or', '(id.in.1,2,id.eq.3)', 10, 'unexpected "1" expecting "("'],
  ['or', ')(', 3, 'unexpected ")" expecting "("'],
  ['and', '(ord(id.eq.1,id.eq.1),id.eq.2)', 7, 'unexpected "d" expecting "("'],
  ['or', '(id.eq.1,not.xor(id.eq.2,id.eq.3))', 16, 'unexpected "x" expecting logic operator (and, or)'],
] as const)('the tree %s%s', ([op, text, column, details]) => {
  expect(told(() => readLogic(op, false, text))).toEqual([column, details])
})
