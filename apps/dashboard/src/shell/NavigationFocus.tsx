import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** How long a screen may take to draw its heading before the content itself takes the focus, in ms. */
const HEADING_WAIT_MS = 1_000

/**
 * After a navigation: moves the focus to the page's heading, so that reading and tabbing start there, and has the
 * page's title read aloud. The first page is left alone, and so is a field that took the focus itself.
 */
export function NavigationFocus() {
  const router = useRouter()
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    let stop = () => {}
    const unsubscribe = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (fromLocation === undefined || !pathChanged) return
      stop()
      stop = whenHeadingStands(() => setAnnounced(document.title))
    })
    return () => {
      unsubscribe()
      stop()
    }
  }, [router])
  return (
    <div className="ui-vh" role="status" aria-live="polite">
      {announced}
    </div>
  )
}

function whenHeadingStands(done: () => void): () => void {
  const main = document.getElementById('main')
  if (main === null) return () => {}
  const deadline = performance.now() + HEADING_WAIT_MS
  let frame = 0
  const look = () => {
    const heading = main.querySelector<HTMLElement>('h1')
    if (heading === null && performance.now() < deadline) {
      frame = requestAnimationFrame(look)
      return
    }
    const taken = document.activeElement instanceof HTMLElement && main.contains(document.activeElement)
    if (!taken || document.activeElement === main) {
      const target = heading ?? main
      target.tabIndex = -1
      target.focus({ preventScroll: true })
    }
    done()
  }
  frame = requestAnimationFrame(look)
  return () => cancelAnimationFrame(frame)
}
