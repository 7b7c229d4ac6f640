import { describe, expect, it } from 'vitest'
import { createRowStore } from '../result/row-store.ts'
import { rangeText } from './clipboard.ts'

const store = createRowStore()
store.append([
  ['1', 'two\twords', null],
  ['2', 'say "hi"\n', ''],
  ['3', 'x'.repeat(5000), 'end'],
])

describe('rangeText', () => {
  it('puts tabs between values and line breaks between rows', () => {
    expect(rangeText(store, { top: 0, left: 0, bottom: 1, right: 0 })).toEqual({ text: '1\n2' })
    expect(rangeText(store, { top: 2, left: 1, bottom: 2, right: 2 })).toEqual({ text: `${'x'.repeat(5000)}\tend` })
  })

  it('quotes the values that would break the table, and leaves NULL empty', () => {
    expect(rangeText(store, { top: 0, left: 1, bottom: 1, right: 2 })).toEqual({
      text: '"two\twords"\t\n"say ""hi""\n"\t',
    })
  })

  it('gives a single cell whole and as it is', () => {
    expect(rangeText(store, { top: 1, left: 1, bottom: 1, right: 1 })).toEqual({ text: 'say "hi"\n' })
    expect(rangeText(store, { top: 2, left: 1, bottom: 2, right: 1 })).toEqual({ text: 'x'.repeat(5000) })
    expect(rangeText(store, { top: 0, left: 2, bottom: 0, right: 2 })).toEqual({ text: '' })
  })

  it('copies nothing rather than a part', () => {
    expect(rangeText(store, { top: 0, left: 0, bottom: 5, right: 0 })).toEqual({ problem: 'not-loaded' })
    const wide = createRowStore()
    wide.append(Array(21).fill(['y'.repeat(5_000_000)]))
    expect(rangeText(wide, { top: 0, left: 0, bottom: 20, right: 0 })).toEqual({ problem: 'too-large' })
  })
})
