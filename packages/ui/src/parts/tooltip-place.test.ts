import { expect, test } from 'vitest'
import { besideBox } from './tooltip-place.ts'

const room = { width: 400, height: 300 }
const tip = { width: 80, height: 20 }
const box = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 30 })

test('a tooltip stands in the middle of its side', () => {
  expect(besideBox(box(100, 100), tip, room, 'bottom')).toEqual({ left: 80, top: 136 })
  expect(besideBox(box(100, 100), tip, room, 'top')).toEqual({ left: 80, top: 74 })
  expect(besideBox(box(100, 100), tip, room, 'right')).toEqual({ left: 146, top: 105 })
  expect(besideBox(box(100, 100), tip, room, 'left')).toEqual({ left: 14, top: 105 })
})

test('it goes to the opposite side where only that has room', () => {
  expect(besideBox(box(100, 260), tip, room, 'bottom').top).toBe(234)
  expect(besideBox(box(10, 100), tip, room, 'left').left).toBe(56)
  expect(besideBox(box(100, 0), { width: 80, height: 290 }, room, 'bottom').top).toBe(36)
})

test('it stays within the window', () => {
  expect(besideBox(box(0, 100), tip, room, 'bottom').left).toBe(8)
  expect(besideBox(box(360, 100), tip, room, 'bottom').left).toBe(312)
  expect(besideBox(box(100, 0), tip, room, 'right').top).toBe(8)
  expect(besideBox(box(100, 100), { width: 500, height: 20 }, room, 'bottom').left).toBe(8)
})
