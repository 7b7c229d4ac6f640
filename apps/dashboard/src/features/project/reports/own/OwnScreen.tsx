import { ErrorState, Page, SkeletonRows } from '@stoa/ui'
import { failureOf } from '../../../../api/failure.ts'
import { useProject } from '../../../../parts/project/project.ts'
import { OwnReport } from './OwnReport.tsx'
import { useReport } from './use-report.ts'

/** A report that somebody made. */
export function OwnScreen({ id }: { id: string }) {
  const project = useProject()
  const { query, document } = useReport(project.ref, id)
  if (document !== null) return <OwnReport project={project} document={document} />
  return (
    <Page>
      {query.isError ? (
        <ErrorState title="This report could not be opened" {...failureOf(query)} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </Page>
  )
}
