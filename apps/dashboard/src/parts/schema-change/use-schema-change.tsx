import { projectPermissions } from '@stoa/contract'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { usePermission } from '../../api/permissions.ts'
import { lazyDialog } from '../frame/lazy-part.tsx'
import type { SchemaChange } from './change.ts'

const SchemaChangeDialog = lazyDialog(async () => (await import('./SchemaChangeDialog.tsx')).SchemaChangeDialog)

export type SchemaChanges = {
  /** Why this account may change nothing; the reason of every button that does. */
  readonly disabledReason: string | undefined
  /**
   * Shows a change, to be run or left.
   * @param onDone called when it has taken effect, for example to close the form that made it
   */
  readonly review: (change: SchemaChange, onDone?: () => void) => void
  /** The dialog, to be drawn anywhere. */
  readonly dialog: ReactNode
}

/** How a screen changes the schema of a project's database. */
export function useSchemaChange(ref: string): SchemaChanges {
  const { reason } = usePermission(projectPermissions.writeSql, { ref })
  const [asked, setAsked] = useState<{ change: SchemaChange; onDone: (() => void) | undefined } | null>(null)
  const review = useCallback((change: SchemaChange, onDone?: () => void) => setAsked({ change, onDone }), [])
  const close = () => setAsked(null)
  return {
    disabledReason: reason,
    review,
    dialog:
      asked === null ? null : (
        <Suspense fallback={null}>
          <SchemaChangeDialog
            projectRef={ref}
            change={asked.change}
            onClose={close}
            onDone={() => {
              close()
              asked.onDone?.()
            }}
          />
        </Suspense>
      ),
  }
}
