import type { EditorTable } from '@stoa/contract'
import { useEffect, useState } from 'react'
import { useShell } from '../../../api/shell.ts'
import { createValue, type Value } from '../../../parts/value/value.ts'
import { keepStaged, readStaged, stagedKey } from './edit/drafts.ts'
import { nothingStaged, type Staged } from './edit/staged.ts'

const KEEP_DEBOUNCE_MS = 300

/**
 * What is staged for a table. It survives a reload, and leaving for another table. Changes that were made for other
 * columns are told by their `shape`.
 */
export function useStaged(ref: string, table: EditorTable): Value<Staged> {
  const account = useShell().profile.id
  const key = stagedKey(account, ref, table.schema, table.name)
  const [staged] = useState(() => createValue<Staged>(nothingStaged(table.shape)))
  useEffect(() => {
    let timer = 0
    let isRead = false
    const keep = () => void keepStaged(key, staged.get())
    const leave = staged.subscribe(() => {
      clearTimeout(timer)
      if (isRead) timer = window.setTimeout(keep, KEEP_DEBOUNCE_MS)
    })
    void readStaged(key).then((kept) => {
      isRead = true
      if (kept === null) return
      // Something may have been staged while it was read.
      const { rows } = staged.get()
      const older = kept.rows.filter(({ id }) => !rows.some((row) => row.id === id))
      staged.set({ ...kept, rows: [...older, ...rows] })
    })
    return () => {
      leave()
      clearTimeout(timer)
      if (isRead) keep()
    }
  }, [key, staged])
  // Without changes there is nothing that would belong to other columns.
  useEffect(() => {
    const { rows, shape } = staged.get()
    if (rows.length === 0 && shape !== table.shape) staged.set(nothingStaged(table.shape))
  }, [staged, table.shape])
  return staged
}
