import { useEffect, useRef, useState } from 'react'

/** How long after the last key a search is taken over, in ms. */
export const SEARCH_DEBOUNCE_MS = 300

/**
 * A text that is typed at once and kept in the address a moment later.
 * @param kept the text as the address has it
 * @param keep puts a text into the address
 */
export function useDebouncedText(kept: string, keep: (text: string) => void) {
  const [text, setText] = useState(kept)
  const sent = useRef(kept)
  const latest = useRef(keep)
  latest.current = keep

  // The address changed by itself, as with the browser's Back button.
  useEffect(() => {
    if (kept !== sent.current) {
      sent.current = kept
      setText(kept)
    }
  }, [kept])

  useEffect(() => {
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      latest.current(text)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  return [text, setText] as const
}
