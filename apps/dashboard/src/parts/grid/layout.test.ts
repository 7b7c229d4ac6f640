import { describe, expect, it } from 'vitest'
import {
  arrange,
  arrangedSource,
  columnKeys,
  layoutMenu,
  PLAIN_LAYOUT,
  withFrozen,
  withHidden,
  withMoved,
  withWidth,
} from './layout.ts'
import type { GridRow } from './types.ts'

const columns = ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'text' }))
const names = (layout: typeof PLAIN_LAYOUT) => arrange(columns, layout).columns.map(({ name }) => name)

describe('a column layout', () => {
  it('leaves columns as they are until someone arranges them', () => {
    expect(names(PLAIN_LAYOUT)).toEqual(['a', 'b', 'c', 'd'])
    const source = { rowCount: 0, row: () => undefined, subscribe: () => () => {} }
    expect(arrangedSource(source, [0, 1, 2, 3], 4)).toBe(source)
  })

  it('tells columns of the same name apart', () => {
    expect(
      columnKeys([
        { name: 'n', type: 'text' },
        { name: 'n', type: 'text' },
      ]),
    ).toEqual(['n', 'n 2'])
  })

  it('moves, hides, freezes and widens columns, and gives rows in the same order', () => {
    let layout = withMoved(PLAIN_LAYOUT, columns, 3, 0)
    expect(names(layout)).toEqual(['d', 'a', 'b', 'c'])
    layout = withFrozen(withHidden(layout, 'a'), 'c', true)
    const arranged = arrange(columns, withWidth(layout, 'b', 77))
    expect(arranged).toEqual({
      columns: [
        { name: 'c', key: 'c', type: 'text' },
        { name: 'd', key: 'd', type: 'text' },
        { name: 'b', key: 'b', type: 'text', width: 77 },
      ],
      indices: [2, 3, 1],
      frozen: 1,
    })
    const rows: GridRow[] = [['1', '2', null, '4']]
    const source = { rowCount: 1, row: (i: number) => rows[i], subscribe: () => () => {} }
    expect(arrangedSource(source, arranged.indices, 4).row(0)).toEqual([null, '4', '2'])
  })

  it('keeps frozen columns among themselves when they move', () => {
    const layout = withFrozen(withFrozen(PLAIN_LAYOUT, 'b', true), 'd', true)
    expect(names(layout)).toEqual(['b', 'd', 'a', 'c'])
    expect(names(withMoved(layout, columns, 0, 3))).toEqual(['d', 'b', 'a', 'c'])
    expect(names(withMoved(layout, columns, 3, 0))).toEqual(['b', 'd', 'c', 'a'])
  })

  it('forgets columns that are gone, and never shows none', () => {
    const layout = { ...PLAIN_LAYOUT, order: ['gone', 'c'], hidden: ['a', 'b', 'c', 'd', 'gone'] }
    expect(names(layout)).toEqual(['a'])
    expect(names({ ...layout, hidden: [] })).toEqual(['c', 'a', 'b', 'd'])
  })

  it('offers only what can be done', () => {
    const labels = (layout: typeof PLAIN_LAYOUT, at: number) =>
      layoutMenu(columns, layout, at, () => {}).map(({ label }) => label)
    expect(labels(PLAIN_LAYOUT, 0)).toEqual(['Freeze column', 'Move column right', 'Hide column'])
    expect(labels(withHidden(withFrozen(PLAIN_LAYOUT, 'a', true), 'b'), 0)).toEqual([
      'Unfreeze column',
      'Hide column',
      'Show column b',
      'Reset columns',
    ])
    const two = { ...PLAIN_LAYOUT, hidden: ['d', 'gone', 'b'] }
    expect(labels(two, 0).slice(-4)).toEqual(['Show column d', 'Show column b', 'Show all columns', 'Reset columns'])
    const after: string[][] = []
    for (const { label, onSelect } of layoutMenu(columns, two, 0, (next) => after.push(names(next))))
      if (label.startsWith('Show')) onSelect()
    expect(after).toEqual([
      ['a', 'c', 'd'],
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'd'],
    ])
  })
})
