import { type RefObject, useEffect, useState } from 'react'

/** What is only scrolled past has not been looked at, in ms. */
const SETTLED_MS = 300

/**
 * Whether an element has stood in view for a moment; once it has, it stays so.
 * @param isAsked whether it is to be looked for: watching many elements takes work in every picture
 */
export function useInView(element: RefObject<HTMLElement | null>, isAsked: boolean): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (seen || !isAsked || element.current === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer)
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setSeen(true), SETTLED_MS)
    })
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element, isAsked, seen])
  return seen
}
