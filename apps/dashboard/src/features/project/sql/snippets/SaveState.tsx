import { IconButton } from '@stoa/ui'
import { FileClock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { useValue } from '../../../../parts/value/value.ts'
import type { Document } from './document.ts'
import type { DocumentState } from './document-state.ts'
import type { Documents } from './documents.ts'

const VersionsDialog = lazyDialog(async () => (await import('./VersionsDialog.tsx')).VersionsDialog)

/** Whether the document is saved, in a word, and the way to what it said before. */
export function SaveState({ document }: { document: Document; documents: Documents }) {
  const state = useValue(document.state)
  const [versions, setVersions] = useState(false)
  const word = wordOf(state)
  return (
    <div className="sql-saved">
      {word === null ? null : <span data-tone={word === 'Not saved' ? 'warn' : undefined}>{word}</span>}
      {state.summary === null ? null : (
        <IconButton icon={FileClock} label="Earlier versions" size="xs" onClick={() => setVersions(true)} />
      )}
      {versions ? (
        <Suspense fallback={null}>
          <VersionsDialog document={document} onClose={() => setVersions(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

function wordOf({ phase, saving, dirty, summary, mayWrite, conflict, gone }: DocumentState): string | null {
  if (phase !== 'ready') return null
  if (!mayWrite) return dirty ? 'Not saved' : 'Read only'
  if (conflict !== null || gone || saving === 'UPDATING_FAILED') return 'Not saved'
  if (saving === 'UPDATING' || dirty) return 'Saving…'
  return summary === null ? null : 'Saved'
}
