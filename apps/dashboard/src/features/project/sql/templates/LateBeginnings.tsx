import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '../../../../parts/frame/lazy-part.tsx'

const Beginnings = lazyPart(async () => (await import('./Beginnings.tsx')).Beginnings)

/** Typing comes first: an empty text is offered something so many ms after it stands. */
const AFTER_MS = 600

/** What an empty text could begin with, at the foot of the editor. */
export function LateBeginnings({ onPick }: { onPick: (sql: string) => void }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return due ? (
    <div className="absolute inset-x-0 bottom-0">
      <Suspense fallback={null}>
        <Beginnings onPick={onPick} />
      </Suspense>
    </div>
  ) : null
}
