import { editFolder, newFolder } from '@stoa/contract'
import { describe, expect, test } from 'vitest'
import { dropOn, type Entry, rowsOf, type TreeRow } from './tree.ts'

const entry = (id: string, more: Partial<Entry> = {}): Entry => ({
  id,
  name: id,
  folder_id: null,
  favorite: false,
  visibility: 'user',
  owner_id: 'me',
  ...more,
})
const folder = (id: string, parent: string | null = null) =>
  editFolder('ref', { id, name: id, owner_id: 'me', project_id: 1, parent_id: parent })

const text = (row: TreeRow) =>
  `${'  '.repeat(row.level - 1)}${
    row.kind === 'section'
      ? `${row.label} ${row.count}`
      : row.kind === 'folder'
        ? `${row.holder.folder.name}/ ${row.count}`
        : row.kind === 'note'
          ? row.text
          : row.entry.name
  }`
const tree = (...args: Parameters<typeof rowsOf>) => rowsOf(...args).map(text)

describe('the tree', () => {
  const entries = [
    entry('a', { favorite: true }),
    entry('b', { visibility: 'project' }),
    entry('c', { folder_id: 'f' }),
  ]

  test('has favourites, what is shared, and what is private in its folders', () => {
    expect(tree(entries, [folder('g', 'f'), folder('f')], new Set(['folder f']))).toEqual([
      'Favourites 1',
      '  a',
      'Shared 1',
      '  b',
      'Private 2',
      '  f/ 1',
      '    g/ 0',
      '    c',
      '  a',
    ])
  })

  test('leaves out what is closed, and says where nothing is', () => {
    expect(tree([], [], new Set(['section shared']))).toEqual([
      'Favourites 0',
      '  No favourites yet',
      'Shared 0',
      'Private 0',
      '  No queries of your own yet',
    ])
    expect(tree(entries, [folder('f')], new Set())).not.toContain('    c')
  })

  test('shows what lies in a folder that is gone at the top', () => {
    expect(tree([entry('c', { folder_id: 'gone' })], [], new Set()).at(-1)).toBe('  c')
  })

  test('puts a folder that is being made before the others, and counts places', () => {
    const rows = rowsOf([entry('a')], [folder('f'), newFolder('ref')], new Set())
    expect(rows.slice(-3).map((row) => [row.key, row.at, row.of])).toEqual([
      ['folder new-folder', 1, 3],
      ['folder f', 2, 3],
      ['private a', 3, 3],
    ])
  })

  test('knows what a drop means', () => {
    const rows = rowsOf(entries, [folder('f')], new Set(['folder f']))
    const on = (key: string, moved: string | null = null) => {
      const row = rows.find((one) => one.key === key)
      return row && dropOn(row, rows, { snippets: [], folder: moved })
    }
    expect(on('folder f')).toEqual({ kind: 'move', folder: 'f' })
    expect(on('private c')).toEqual({ kind: 'move', folder: 'f' })
    expect(on('private a')).toEqual({ kind: 'move', folder: null })
    expect(on('section shared')).toEqual({ kind: 'share' })
    expect(on('favorites a')).toEqual({ kind: 'favorite' })
    expect(on('folder f', 'f')).toBeNull()
    expect(on('section shared', 'f')).toBeNull()
  })
})
