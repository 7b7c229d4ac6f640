import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { AfterFirstPicture } from '../../../parts/frame/first-picture.tsx'
import { lazyContent, lazyPart } from '../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../parts/page/title.ts'
import { useProject } from '../../../parts/project/project.ts'
import { useValue } from '../../../parts/value/value.ts'
import { DocumentPane } from './DocumentPane.tsx'
import './snippets/snippets.css'
import type { Document } from './snippets/document.ts'
import { type Documents, useDocuments } from './snippets/documents.ts'
import { SnippetColumn } from './snippets/SnippetColumn.tsx'

const Unready = lazyContent(async () => (await import('./snippets/Unready.tsx')).Unready)
const Trouble = lazyPart(async () => (await import('./snippets/Trouble.tsx')).Trouble)

// What stands around the editor comes when one can type; its places are kept until then.
const EditorTabs = lazyContent(async () => (await import('./snippets/EditorTabs.tsx')).EditorTabs)
const TABS_ROOM = <div className="sql-tabs" />

/** The SQL editor: the queries of the project, those that are open, and the one that is shown with its result. */
export function SqlScreen() {
  const project = useProject()
  const { ref } = project
  usePageTitle('SQL editor', project.name)
  const navigate = useNavigate()
  const documents = useDocuments(ref)
  const { active } = useValue(documents.tabs)
  const { snippetId } = useParams({ strict: false })
  const shown = snippetId ?? active

  // Before the first picture, so that there is always something to type into.
  useLayoutEffect(() => {
    if (snippetId === undefined) documents.first()
    else documents.show(snippetId)
  }, [documents, snippetId])
  useEffect(() => {
    if (snippetId !== undefined || active === null) return
    void navigate({
      to: '/project/$ref/sql/$snippetId',
      params: { ref, snippetId: active },
      search: true,
      replace: true,
    })
  }, [navigate, ref, snippetId, active])

  return (
    <div className="flex h-full flex-col overflow-hidden">
      <h1 className="ui-vh">SQL editor</h1>
      <AfterFirstPicture room={TABS_ROOM}>
        <Suspense fallback={TABS_ROOM}>
          <EditorTabs documents={documents} shown={shown} />
        </Suspense>
      </AfterFirstPicture>
      <div className="min-h-0 flex-1">
        {shown === null ? null : <OpenDocument key={shown} document={documents.open(shown)} documents={documents} />}
      </div>
      <AfterFirstPicture>
        <SnippetColumn documents={documents} shown={shown} />
      </AfterFirstPicture>
    </div>
  )
}

function OpenDocument({ document, documents }: { document: Document; documents: Documents }) {
  const { phase, conflict, gone, mayWrite, summary } = useValue(document.state)
  const isTroubled = conflict !== null || gone || (!mayWrite && summary !== null)
  if (phase !== 'ready')
    return (
      <Suspense fallback={null}>
        <Unready document={document} documents={documents} />
      </Suspense>
    )
  return (
    <div className="flex h-full flex-col">
      {isTroubled ? (
        <Suspense fallback={null}>
          <Trouble document={document} documents={documents} />
        </Suspense>
      ) : null}
      <div className="min-h-0 flex-1">
        <DocumentPane document={document} />
      </div>
    </div>
  )
}
