import { Note } from '@stoa/ui'
import type { ReactNode } from 'react'
import { serverLogPath } from '../../../parts/project/words.ts'

/** What helps when a project does not come along: where its server says why. */
export function Help({ refName, children }: { refName: string; children?: ReactNode }) {
  return (
    <Note tone="neutral" role="status">
      {children} What the server says is in <code className="ui-mono select-all">{serverLogPath(refName)}</code>, inside
      the data folder of this Stoa.
    </Note>
  )
}
