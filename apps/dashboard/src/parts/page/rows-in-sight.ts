import { type RefObject, useEffect, useState } from 'react'

/** So many rows out of sight are there at either end, for the keyboard to go on to. */
const MORE = 12
/** Rows are drawn in steps, so that not every px that is scrolled draws the list. */
const STEP = 6

/** As many as the window has room for: what is drawn before anybody has looked. */
const first = (height: number): number => Math.ceil(window.innerHeight / height / STEP) * STEP

/** The rows from `from` up to `to`, which is not one of them; each is `height` px high. */
type RowsInSight = { readonly from: number; readonly to: number; readonly height: number }

/** What lies around an element and scrolls it. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let around = element.parentElement; around !== null; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  return document.documentElement
}

/**
 * Which rows of a list have to be there: to make hundreds of links takes longer than to look at those in sight. Each
 * row says with `aria-posinset` and `aria-setsize` where it stands.
 * @param list the element that is as high as all rows together; whatever scrolls may be further out
 * @param count how many rows there are in all
 * @param height of a row in px, as the first one on the page corrects it
 */
export function useRowsInSight(list: RefObject<HTMLElement | null>, count: number, height: number): RowsInSight {
  const [sight, setSight] = useState<RowsInSight>(() => ({ from: 0, to: first(height), height }))
  const isEmpty = count === 0
  useEffect(() => {
    const element = list.current
    if (element === null || isEmpty) return
    const scroller = scrollerOf(element)
    let row = height
    const look = () => {
      const [top] = element.children
      if (top instanceof HTMLElement) row = top.offsetHeight
      const above = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top
      const seen = { first: Math.floor(above / row), rows: Math.ceil(scroller.clientHeight / row) }
      const from = Math.max(0, Math.floor((seen.first - MORE) / STEP) * STEP)
      const to = Math.max(0, seen.first) + Math.ceil((seen.rows + MORE) / STEP) * STEP
      setSight((known) => {
        // What is there already may stay until the sight comes near its ends.
        const isNear = known.from > Math.max(0, seen.first - STEP) || known.to < seen.first + seen.rows + STEP
        const isFar = known.from < from - 2 * STEP || known.to > Math.max(first(row), to + 2 * STEP)
        return isNear || isFar || known.height !== row ? { from, to, height: row } : known
      })
    }
    look()
    const sized = new ResizeObserver(look)
    sized.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      sized.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [list, isEmpty, height])
  return sight
}
