import type { EditorTable } from '@stoa/contract'
import { useEffect, useState } from 'react'
import { useShell } from '../../../api/shell.ts'
import { createValue, type Value } from '../../../parts/value/value.ts'
import { keepStaged, readStaged, stagedKey } from './edit/drafts.ts'
import { leaveField } from './edit/leave-field.ts'
import { nothingStaged, type Staged } from './edit/staged.ts'

/**
 * What is staged for a table. It survives a reload, and leaving for another table. Changes that were made for other
 * columns are told by their `shape`.
 */
export function useStaged(ref: string, table: EditorTable): Value<Staged> {
  const account = useShell().profile.id
  const key = stagedKey(account, ref, table.schema, table.name)
  const [staged] = useState(() => createValue<Staged>(nothingStaged(table.shape)))
  useEffect(() => {
    let isRead = false
    let kept: Staged | null = null
    let isKeeping = false
    // At once, so that a page that is left takes nothing with it. Of changes that come meanwhile only the last counts.
    const keep = async () => {
      if (!isRead || isKeeping) return
      isKeeping = true
      for (let now = staged.get(); kept !== now; now = staged.get()) {
        kept = now
        await keepStaged(key, now)
      }
      isKeeping = false
    }
    const leave = staged.subscribe(() => void keep())
    // Nor what is typed at that moment. What is on its way already may be an earlier state.
    const onUnload = () => {
      leaveField()
      if (isRead && isKeeping) void keepStaged(key, staged.get())
    }
    window.addEventListener('beforeunload', onUnload)
    void readStaged(key).then((before) => {
      isRead = true
      if (before === null) return void keep()
      // Something may have been staged while it was read.
      const { rows } = staged.get()
      const older = before.rows.filter(({ id }) => !rows.some((row) => row.id === id))
      staged.set({ ...before, rows: [...older, ...rows] })
    })
    return () => {
      leave()
      window.removeEventListener('beforeunload', onUnload)
    }
  }, [key, staged])
  // Without changes there is nothing that would belong to other columns.
  useEffect(() => {
    const { rows, shape } = staged.get()
    if (rows.length === 0 && shape !== table.shape) staged.set(nothingStaged(table.shape))
  }, [staged, table.shape])
  return staged
}
