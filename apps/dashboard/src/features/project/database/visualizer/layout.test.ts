import type { DrawnKey, DrawnTable } from '@stoa/contract'
import { expect, test } from 'vitest'
import { around, boxesOf, distanceTo, keyCurve, pathOf, type Rect, rowY } from './geometry.ts'
import { arrange } from './layout.ts'
import { drawPicture, type Palette, toSvg } from './picture.ts'

const column = (name: string, primary = false) => ({
  ...{ name, type: 'bigint', nullable: !primary, primary, unique: false, identity: false },
})
const table = (id: number, schema = 'public', columns = [column('id', true), column('parent'), column('note')]) =>
  ({
    id,
    schema,
    name: `table_${id}`,
    partitioned: false,
    rls_enabled: false,
    comment: null,
    columns,
  }) satisfies DrawnTable
const key = (source: number, target: number): DrawnKey => ({
  ...{ id: source * 1000 + target, name: 'fk', source, target, source_columns: ['parent'], target_columns: ['id'] },
})
const place = (tables: DrawnTable[], keys: DrawnKey[]) => {
  const boxes = boxesOf(tables, keys, null, false)
  const places = arrange({
    boxes: boxes.map(({ table: { id, schema }, width, height }) => ({ id, schema, width, height })),
    links: keys,
  })
  return boxes.map(({ table: { id, schema }, width, height }) => {
    const at = places.get(id)
    if (at === undefined) throw new Error(`Table ${id} stands nowhere`)
    return { id, schema, width, height, ...at }
  })
}

test('three hundred tables in three schemas stand apart, within their schema, and not as a tower', () => {
  const tables = Array.from({ length: 300 }, (_, index) => table(index + 1, ['a', 'b', 'c'][index % 3]))
  // Many tables point to few; every tenth stands alone.
  const keys = tables.filter(({ id }) => id > 9 && id % 10 !== 0).map(({ id }) => key(id, 1 + (id % 9)))
  const rects = place(tables, keys)
  const meet = (a: (typeof rects)[number], b: (typeof rects)[number]) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  for (const [index, a] of rects.entries())
    for (const b of rects.slice(index + 1)) if (meet(a, b)) throw new Error(`${a.id} covers ${b.id}`)
  const clusters = ['a', 'b', 'c'].map((schema) => around(rects.filter((rect) => rect.schema === schema)))
  const inside = (one: (typeof clusters)[number], rect: (typeof rects)[number]) =>
    one !== null &&
    rect.x < one.x + one.width &&
    one.x < rect.x + rect.width &&
    rect.y < one.y + one.height &&
    one.y < rect.y + rect.height
  for (const [index, schema] of ['a', 'b', 'c'].entries())
    for (const rect of rects) if (rect.schema !== schema) expect(inside(clusters[index] ?? null, rect)).toBe(false)
  const whole = around(rects)
  expect((whole?.height ?? 0) / (whole?.width ?? 1)).toBeLessThan(2.5)
})

test('what is pointed to stands left of what points to it', () => {
  const [first, second, third] = place([table(1), table(2), table(3)], [key(2, 1), key(3, 2)])
  expect(first?.x).toBeLessThan(second?.x ?? 0)
  expect(second?.x).toBeLessThan(third?.x ?? 0)
})

test('circles and tables that point to themselves are arranged, too', () => {
  expect(place([table(1), table(2)], [key(1, 2), key(2, 1), key(1, 1)])).toHaveLength(2)
})

test('keys alone leave out other columns, and a line without a row meets the head', () => {
  const [box] = boxesOf([table(1), table(2)], [key(1, 2)], null, true)
  expect(box?.columns.map(({ name }) => name)).toEqual(['id', 'parent'])
  expect(box?.more).toBe(1)
  if (box === undefined) throw new Error('There is no box')
  expect(rowY(box, 'note')).toBeLessThan(rowY(box, 'id'))
  expect(rowY(box, 'id')).toBeLessThan(rowY(box, 'parent'))
})

test('a line leaves and arrives at the sides that face each other', () => {
  const left = { x: 0, y: 0, width: 100, height: 50 }
  const right = { x: 300, y: 0, width: 100, height: 50 }
  const keyPath = (from: Rect, fromY: number, to: Rect, toY: number) => pathOf(keyCurve(from, fromY, to, toY))
  expect(keyPath(left, 20, right, 30)).toMatch(/^M 100 15 .*L 300 30 /)
  expect(keyPath(right, 20, left, 30)).toMatch(/^M 300 15 .*L 100 30 /)
  // Above one another, and to itself: around the right.
  expect(keyPath(left, 20, { ...left, y: 200 }, 30)).toMatch(/^M 100 15 .*L 100 230 /)
  expect(keyPath(left, 20, left, 30)).toMatch(/^M 100 15 .*L 100 30 /)
})

test('a line is found where it runs, and not beside it', () => {
  const curve = keyCurve({ x: 0, y: 0, width: 100, height: 50 }, 20, { x: 300, y: 400, width: 100, height: 50 }, 30)
  expect(distanceTo(curve, { x: 105, y: 20 })).toBeLessThan(1)
  expect(distanceTo(curve, { x: 295, y: 430 })).toBeLessThan(1)
  expect(distanceTo(curve, { x: 200, y: 225 })).toBeLessThan(1)
  expect(distanceTo(curve, { x: 200, y: 40 })).toBeGreaterThan(30)
  expect(distanceTo(curve, { x: 500, y: 430 })).toBeGreaterThan(150)
})

test('a picture has every table and key, names that are cut to their room, and no name that is markup', () => {
  const names = ['ground', 'head', 'line', 'name', 'text', 'quiet', 'key', 'foreign', 'edge'] as const
  const palette = Object.fromEntries(names.map((name) => [name, `#${name}`])) as Palette
  const wild = { ...table(1, 'public', [column('<b>&"x"', true), column('y'.repeat(99))]), name: 'ships & "crews"' }
  const tables = [wild, table(2, 'other')]
  const boxes = boxesOf(tables, [key(2, 1)], null, false)
  const rects = new Map(
    boxes.map((box, index) => [box.table.id, { x: index * 400, y: 0, width: box.width, height: box.height }]),
  )
  const picture = drawPicture(boxes, rects, [key(2, 1)], palette, (text) => text.length * 7)
  const svg = toSvg(picture, '#fff')
  expect(svg).toContain('ships &amp; &quot;crews&quot;')
  expect(svg).toContain('&lt;b&gt;&amp;&quot;x&quot;')
  expect(svg).not.toContain('<b>')
  expect(svg).not.toContain('y'.repeat(99))
  expect(svg).toMatch(/y+…</)
  expect(svg.match(/stroke="#edge"/g)).toHaveLength(1)
  // Two schemas are framed and named.
  expect(svg).toContain('>public</text>')
  expect(svg).toContain('>other</text>')
  expect(picture.frame.width).toBeGreaterThan(600)
})
