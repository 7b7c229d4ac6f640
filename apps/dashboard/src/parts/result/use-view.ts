import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { GridColumn, RowSource } from '../grid/types.ts'
import { isWhole, rowsAt, type ViewSpec, viewIndices } from './row-view.ts'

/** How often a view follows rows that are still coming in, in ms. */
const FOLLOW_MS = 400

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/**
 * The rows that a spec shows. Until they have been found, those of the spec before are given.
 * @returns `found` null while nothing is left out
 */
export function useView(
  source: RowSource,
  columns: readonly GridColumn[],
  spec: ViewSpec,
): { rows: RowSource; found: number | null; isBusy: boolean } {
  const rowCount = useSlowRowCount(source)
  const [view, setView] = useState<{
    readonly source: RowSource
    readonly spec: ViewSpec
    readonly rowCount: number
    readonly rows: RowSource
  } | null>(null)
  const whole = isWhole(spec)
  useEffect(() => {
    if (whole) return
    const abort = new AbortController()
    viewIndices(source, columns, spec, nextTask, abort.signal).then(
      (indices) => setView({ source, spec, rowCount, rows: rowsAt(source, indices) }),
      (error) => {
        if (!abort.signal.aborted) throw error
      },
    )
    return () => abort.abort()
  }, [source, columns, spec, whole, rowCount])
  return useMemo(() => {
    if (whole) return { rows: source, found: null, isBusy: false }
    const own = view?.source === source ? view : null
    const isBusy = own === null || own.spec !== spec || own.rowCount !== rowCount
    return { rows: own?.rows ?? source, found: own?.rows.rowCount ?? null, isBusy }
  }, [whole, view, source, spec, rowCount])
}

/** The number of rows, now and then while they come in. */
function useSlowRowCount(source: RowSource): number {
  return useSyncExternalStore(
    (listener) => {
      let timer = 0
      const leave = source.subscribe(() => {
        timer ||= window.setTimeout(() => {
          timer = 0
          listener()
        }, FOLLOW_MS)
      })
      return () => {
        leave()
        clearTimeout(timer)
      }
    },
    () => source.rowCount,
  )
}
