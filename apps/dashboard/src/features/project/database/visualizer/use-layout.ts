import { useEffect, useState } from 'react'
import type { Point } from './geometry.ts'
import type { LayoutInput, Places } from './layout.ts'

type Arranged = { readonly of: LayoutInput; readonly places: Places | null; readonly failed: boolean }

/**
 * Arranges tables beside the page.
 * @param input the same object for as long as nothing is to be arranged anew
 * @returns where each table stands; null while that is worked out
 */
export function useLayout(input: LayoutInput): { places: Places | null; failed: boolean } {
  const [arranged, setArranged] = useState<Arranged | null>(null)
  useEffect(() => {
    const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<[number, Point][]>) =>
      setArranged({ of: input, places: new Map(data), failed: false })
    worker.onerror = () => setArranged({ of: input, places: null, failed: true })
    worker.postMessage(input)
    return () => worker.terminate()
  }, [input])
  return arranged?.of === input ? arranged : { places: null, failed: false }
}
