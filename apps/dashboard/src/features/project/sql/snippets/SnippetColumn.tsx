import { IconButton, SkeletonRows } from '@stoa/ui'
import { useNavigate } from '@tanstack/react-router'
import { FolderPlus, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import { ProductMenu } from '../../../../parts/frame/slots.tsx'
import type { Documents } from './documents.ts'

/** The first key comes first: the list is fetched so many ms after the editor, or as soon as the page is idle then. */
const LIST_AFTER_MS = 250
const LIST_AT_LAST_MS = 600

const later = () =>
  new Promise<void>((resolve) =>
    setTimeout(() => {
      if (typeof requestIdleCallback === 'undefined') resolve()
      else requestIdleCallback(() => resolve(), { timeout: LIST_AT_LAST_MS - LIST_AFTER_MS })
    }, LIST_AFTER_MS),
  )

const SnippetList = lazyContent(async () => {
  await later()
  return (await import('./SnippetList.tsx')).SnippetList
})

/** The column of queries. Its list comes after the editor, which is there to be typed into before. */
export function SnippetColumn({ documents, shown }: { documents: Documents; shown: string | null }) {
  const navigate = useNavigate()
  const [wantsFolder, setWantsFolder] = useState(false)
  const create = () => {
    const { id } = documents.create()
    void navigate({ to: '/project/$ref/sql/$snippetId', params: { ref: documents.ref, snippetId: id } })
  }
  return (
    <ProductMenu
      title="SQL editor"
      actions={
        <>
          <IconButton icon={FolderPlus} label="New folder" size="xs" onClick={() => setWantsFolder(true)} />
          <IconButton icon={Plus} label="New query" size="xs" onClick={create} />
        </>
      }
    >
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <SnippetList
          documents={documents}
          shown={shown}
          wantsFolder={wantsFolder}
          onFolder={() => setWantsFolder(false)}
        />
      </Suspense>
    </ProductMenu>
  )
}
