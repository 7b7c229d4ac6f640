import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/errors.ts'
import type { Findings, SchemaChange } from './change.ts'

const NOTHING_FOUND: Findings = { losses: [], obstacle: null }

/** What a look into the database finds against a change; null while it looks. */
export function useFindings(change: SchemaChange): Findings | null {
  const { check } = change
  const [found, setFound] = useState<Findings | null>(check === undefined ? NOTHING_FOUND : null)
  useEffect(() => {
    if (check === undefined) return
    const abort = new AbortController()
    check(abort.signal).then(
      (findings) => setFound(findings),
      (error: unknown) => {
        if (abort.signal.aborted) return
        // It can still be tried: Postgres itself refuses what does not work.
        setFound({ losses: [`What would be lost could not be looked up: ${errorMessage(error)}`], obstacle: null })
      },
    )
    return () => abort.abort()
  }, [check])
  return found
}
