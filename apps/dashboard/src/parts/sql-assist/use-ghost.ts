import type { Extension } from '@codemirror/state'
import { toast } from '@stoa/ui'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../api/errors.ts'
import { useValue } from '../value/value.ts'
import { completes } from './ghost-switch.ts'

/**
 * What suggests text in an editor, while that is wanted and possible; null otherwise. Its code comes only then.
 * @param isReady whether a model can be asked
 * @param schema whose names are told
 */
export function useGhost(ref: string, isReady: boolean, schema: string): Extension | null {
  const isWanted = useValue(completes) && isReady
  const [ghost, setGhost] = useState<Extension | null>(null)
  useEffect(() => {
    if (!isWanted) {
      setGhost(null)
      return
    }
    let left = false
    Promise.all([import('./ghost.ts'), import('./ask.ts')]).then(
      ([{ ghostText }, { askForSql }]) => {
        if (left) return
        const made = ghostText(
          (text, at, signal) => askForSql(ref, { text, from: at, to: at, prompt: '' }, schema, signal),
          (error) =>
            toast.error({ id: 'sql-ghost', title: 'Nothing could be suggested', description: errorMessage(error) }),
        )
        setGhost(() => made)
      },
      // One can write without it as well.
      () => {},
    )
    return () => {
      left = true
    }
  }, [ref, isWanted, schema])
  return ghost
}
