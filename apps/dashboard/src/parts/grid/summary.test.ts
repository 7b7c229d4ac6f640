import { describe, expect, it } from 'vitest'
import { createRowStore } from '../result/row-store.ts'
import { DecimalSum } from './decimal.ts'
import { sizeOf, summableColumns, sumOf } from './summary.ts'

const sum = (...terms: string[]) => {
  const total = new DecimalSum()
  for (const term of terms) total.add(term)
  return total.toString()
}

describe('DecimalSum', () => {
  it('adds without losing a digit', () => {
    expect(sum('0.1', '0.2')).toBe('0.3')
    expect(sum('17902.00', '2215.40', '30440.00')).toBe('50557.40')
    expect(sum('9007199254740993', '0.1')).toBe('9007199254740993.1')
    expect(sum(...Array(20).fill('999999999999999'))).toBe('19999999999999980')
    expect(sum('123456789012345678901234567890.000000001', '-1')).toBe('123456789012345678901234567889.000000001')
  })

  it('knows signs, exponents and bare points', () => {
    expect(sum('-0.05', '0.01')).toBe('-0.04')
    expect(sum('1e+20', '-1')).toBe('99999999999999999999')
    expect(sum('2.5e-07', '1')).toBe('1.00000025')
    expect(sum('.5', '-1.')).toBe('-0.5')
    expect(sum('5', '-5')).toBe('0')
  })

  it('is none without terms and with terms that are not finite numbers', () => {
    expect(sum()).toBeNull()
    for (const odd of ['NaN', 'Infinity', '-Infinity', '', '.', '$1.00']) expect(sum('1', odd)).toBeNull()
  })
})

describe('the summary of a selection', () => {
  const store = createRowStore()
  store.append([
    ['2026-11-21', '1.50', '1'],
    [null, null, '2'],
    ['2026-11-20', '-0.25', '3'],
  ])
  const columns = [
    { name: 'day', type: 'date' },
    { name: 'amount', type: 'numeric(10,2)' },
    { name: 'id', type: 'int8' },
  ]

  it('counts rows, columns and cells', () => {
    expect(sizeOf({ top: 1, left: 0, bottom: 2, right: 2 })).toEqual({ rows: 2, columns: 3, count: 6, sum: null })
    expect(sizeOf(null)).toEqual({ rows: 0, columns: 0, count: 0, sum: null })
  })

  it('adds up the columns of numbers and passes over NULL', () => {
    const range = { top: 0, left: 0, bottom: 2, right: 1 }
    expect(summableColumns(range, columns)).toEqual([1])
    expect(sumOf(range, [1], store)).toBe('1.25')
  })

  it('has no sum when no number, or not every row, is there', () => {
    expect(sumOf({ top: 1, left: 1, bottom: 1, right: 1 }, [1], store)).toBeNull()
    expect(sumOf({ top: 0, left: 1, bottom: 9, right: 1 }, [1], store)).toBeNull()
    expect(summableColumns({ top: 0, left: 0, bottom: 0, right: 0 }, [{ name: 'm', type: 'money' }])).toEqual([])
  })
})
