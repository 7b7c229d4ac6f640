import type { Project, ReportBlock } from '@stoa/contract'
import { Badge, Button, Page, PageHeader } from '@stoa/ui'
import { useIsFetching } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useValue } from '../../../../parts/value/value.ts'
import { SpanBar } from '../SpanBar.tsx'
import { useSpan } from '../use-span.ts'
import { BlockGrid } from './BlockGrid.tsx'
import type { BlockText } from './block-types.ts'
import { compacted, roomFor } from './layout.ts'
import { ReportMenu } from './ReportMenu.tsx'
import type { ReportDocument } from './report-document.ts'
import { SaveTrouble } from './SaveTrouble.tsx'
import { useChangeReason } from './use-report.ts'

const BlockDialog = lazyDialog(async () => (await import('./BlockDialog.tsx')).BlockDialog)

/** A report with its blocks, to be looked at and changed. */
export function OwnReport({ project, document }: { project: Project; document: ReportDocument }) {
  const { ref } = project
  const { report, blocks, save } = useValue(document.state)
  usePageTitle(report.name, project.name)
  const span = useSpan()
  const reason = useChangeReason(ref, report)
  const content = useRef<HTMLDivElement>(null)
  /** The block that is being written: a new one, or one that is there. */
  const [editing, setEditing] = useState<ReportBlock | 'new' | null>(null)
  /** The block that was added last, which is then brought into view. */
  const [added, setAdded] = useState<string | null>(null)
  useEffect(() => {
    if (added === null) return
    // It stands where it belongs once it was painted.
    const frame = requestAnimationFrame(() =>
      content.current?.querySelector(`[data-block="${added}"]`)?.scrollIntoView({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [added])
  const isFetching = useIsFetching({ queryKey: orpc.project.reports.metrics.key() }) > 0

  const add = useCallback(
    (text: BlockText, at?: { x: number; y: number; w: number; h: number }) => {
      const now = document.state.get().blocks
      const made = { ...text, id: crypto.randomUUID(), ...(at ?? roomFor(now)) } as ReportBlock
      document.change(compacted([...now, made]))
      setAdded(made.id)
    },
    [document],
  )
  const addButton = (
    <Button variant="primary" icon={Plus} disabledReason={reason} onClick={() => setEditing('new')}>
      Add block
    </Button>
  )
  return (
    <Page className="report-page">
      <PageHeader
        title={report.name}
        aside={
          <>
            {report.visibility === 'project' ? <Badge>Shared</Badge> : null}{' '}
            <span className="text-12 text-fg-3" role="status">
              {save === 'UPDATING' ? 'Saving' : ''}
            </span>
          </>
        }
        description={report.description === '' ? undefined : report.description}
        actions={
          <>
            {blocks.length === 0 ? null : addButton}
            <ReportMenu project={project} document={document} reason={reason} content={content} />
          </>
        }
      />
      <SaveTrouble document={document} />
      <SpanBar span={span} busy={isFetching} />
      <div ref={content}>
        <BlockGrid
          projectRef={ref}
          document={document}
          span={span}
          reason={reason}
          onAdd={add}
          onEdit={setEditing}
          empty={addButton}
        />
      </div>
      {editing === null ? null : (
        <Suspense fallback={null}>
          <BlockDialog
            projectRef={ref}
            block={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
            onSave={(text) => {
              if (editing === 'new') add(text)
              else {
                const { blocks: now } = document.state.get()
                document.change(now.map((one) => (one.id === editing.id ? ({ ...one, ...text } as ReportBlock) : one)))
              }
              setEditing(null)
            }}
          />
        </Suspense>
      )}
    </Page>
  )
}
