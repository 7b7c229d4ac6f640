import { describe, expect, it } from 'vitest'
import { MAX_REAL_HEIGHT, VirtualScroll } from './virtual-scroll.ts'

const VIEW = 700
const MILLION = 30_000_000

function scrollOf(content: number): VirtualScroll {
  const scroll = new VirtualScroll()
  scroll.resize(content, VIEW)
  return scroll
}

describe('below the cap', () => {
  it('is the scroll position of the browser', () => {
    const scroll = scrollOf(100_000)
    scroll.follow(45_678, false)
    expect(scroll.virtualTop).toBe(45_678)
    expect(scroll.shift).toBe(0)
    expect(scroll.realHeight).toBe(100_000)
    expect(scroll.hasDrifted).toBe(false)
  })
})

describe('above the cap', () => {
  it('keeps the element below what browsers bear', () => {
    expect(scrollOf(MILLION).realHeight).toBe(MAX_REAL_HEIGHT)
  })

  it('reaches both ends exactly by dragging the scroll bar', () => {
    const scroll = scrollOf(MILLION)
    scroll.follow(MAX_REAL_HEIGHT - VIEW, false)
    expect(scroll.virtualTop).toBe(MILLION - VIEW)
    scroll.follow(0, false)
    expect(scroll.virtualTop).toBe(0)
  })

  it('spreads the drag of the scroll bar over all rows, in order', () => {
    const scroll = scrollOf(MILLION)
    let before = -1
    for (let real = 0; real <= MAX_REAL_HEIGHT - VIEW; real += 8_000) {
      scroll.follow(real, false)
      expect(scroll.virtualTop).toBeGreaterThan(before)
      before = scroll.virtualTop
    }
    scroll.follow(MAX_REAL_HEIGHT / 2, false)
    expect(scroll.virtualTop / MILLION).toBeCloseTo(0.5, 2)
  })

  it('follows small movements pixel by pixel, anywhere', () => {
    const scroll = scrollOf(MILLION)
    scroll.moveTo(15_000_000)
    const { realTop } = scroll
    for (let i = 1; i <= 100; i++) {
      scroll.follow(realTop + i * 30, false)
      expect(scroll.virtualTop).toBe(15_000_000 + i * 30)
    }
  })

  it('follows the wheel pixel by pixel, however fast', () => {
    const scroll = scrollOf(MILLION)
    scroll.moveTo(15_000_000)
    scroll.follow(scroll.realTop + 5_000, true)
    expect(scroll.virtualTop).toBe(15_005_000)
  })

  it('puts the scroll bar right after small movements without moving a row', () => {
    const scroll = scrollOf(MILLION)
    scroll.moveTo(15_000_000)
    scroll.follow(scroll.realTop + 600, true)
    expect(scroll.hasDrifted).toBe(true)
    scroll.moveTo(scroll.virtualTop)
    expect(scroll.virtualTop).toBe(15_000_600)
    expect(scroll.hasDrifted).toBe(false)
  })

  it('goes by wheel from the last scaled rows to the very first, one pixel at a time', () => {
    const scroll = scrollOf(MILLION)
    scroll.moveTo(400_000)
    let real = scroll.realTop
    let steps = 0
    while (scroll.virtualTop > 0 && steps++ < 10_000) {
      real = Math.max(0, real - 100)
      const before = scroll.virtualTop
      scroll.follow(real, true)
      if (scroll.isStuck || scroll.hasDrifted) {
        scroll.moveTo(scroll.virtualTop)
        real = scroll.realTop
      }
      expect(before - scroll.virtualTop).toBeLessThanOrEqual(100)
    }
    expect(scroll.virtualTop).toBe(0)
    expect(scroll.realTop).toBe(0)
    expect(steps).toBe(4_000)
  })

  it('notices the end of the scroll bar before the end of the rows', () => {
    const scroll = scrollOf(MILLION)
    scroll.moveTo(20_000_000)
    scroll.follow(MAX_REAL_HEIGHT - VIEW, true)
    expect(scroll.isStuck).toBe(true)
  })

  it('goes to a row and stays there when the browser rounds', () => {
    const scroll = scrollOf(MILLION)
    scroll.moveTo(12_345_690)
    scroll.accept(scroll.realTop - 0.4)
    expect(scroll.virtualTop).toBe(12_345_690)
    expect(scroll.realTop + scroll.shift).toBeCloseTo(12_345_690, 5)
  })
})

describe('resize', () => {
  it('keeps the position while rows are added, also across the cap', () => {
    const scroll = scrollOf(1_000_000)
    scroll.follow(900_000, false)
    for (const content of [2_000_000, 7_000_000, MILLION]) {
      scroll.resize(content, VIEW)
      expect(scroll.virtualTop).toBe(900_000)
    }
  })

  it('moves to the end that is left when rows are taken away', () => {
    const scroll = scrollOf(MILLION)
    scroll.moveTo(MILLION)
    scroll.resize(10_000, VIEW)
    expect([scroll.virtualTop, scroll.realTop]).toEqual([9_300, 9_300])
    scroll.resize(0, VIEW)
    expect([scroll.virtualTop, scroll.realTop]).toEqual([0, 0])
  })
})
