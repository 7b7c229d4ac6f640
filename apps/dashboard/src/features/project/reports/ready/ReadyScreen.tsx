import type { ReadyReport } from '@stoa/contract'
import { Button, Page, PageHeader } from '@stoa/ui'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Image } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { orpc } from '../../../../api/client.ts'
import { usePageTitle } from '../../../../parts/page/title.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { saveImage } from '../export/save-files.ts'
import { READY } from '../ready-reports.ts'
import { SpanBar } from '../SpanBar.tsx'
import { type SpanState, useSpan } from '../use-span.ts'
import { ApiReport } from './ApiReport.tsx'
import { DiskReport } from './DiskReport.tsx'
import { DATABASE_METRICS, MetricsReport } from './MetricsReport.tsx'
import { QueriesReport } from './QueriesReport.tsx'

/** A report that stands ready in every project. */
export function ReadyScreen({ report }: { report: ReadyReport }) {
  const project = useProject()
  const { name, description } = READY[report]
  usePageTitle(name, project.name)
  const span = useSpan()
  const content = useRef<HTMLDivElement>(null)
  const isFetching = useIsFetching({ queryKey: orpc.project.reports.key() }) > 0
  useListsAgain(span)
  return (
    <Page>
      <PageHeader
        title={name}
        description={description}
        actions={
          <Button size="sm" icon={Image} onClick={() => void saveImage(content.current, `${project.name} ${name}`)}>
            Download image
          </Button>
        }
      />
      <SpanBar span={span} busy={isFetching} />
      <div ref={content}>
        <Content report={report} projectRef={project.ref} span={span} />
      </div>
    </Page>
  )
}

function Content({ report, projectRef, span }: { report: ReadyReport; projectRef: string; span: SpanState }) {
  switch (report) {
    case 'database':
      return <MetricsReport projectRef={projectRef} span={span} metrics={DATABASE_METRICS} />
    case 'api':
      return <ApiReport projectRef={projectRef} span={span} />
    case 'disk':
      return <DiskReport projectRef={projectRef} span={span} />
    case 'queries':
      return <QueriesReport projectRef={projectRef} span={span} />
  }
}

/** Figures of a span of time are new with the span; everything is asked again when the report is refreshed. */
function useListsAgain({ asOf }: SpanState): void {
  const queries = useQueryClient()
  const first = useRef(asOf)
  useEffect(() => {
    if (asOf === first.current) return
    void queries.invalidateQueries({ queryKey: orpc.project.reports.key() })
    void queries.invalidateQueries({ queryKey: orpc.project.sql.statements.list.key() })
    void queries.invalidateQueries({ queryKey: orpc.project.home.overview.key() })
  }, [asOf, queries])
}
