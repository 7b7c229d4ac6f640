import { SkeletonRows } from '@stoa/ui'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyContent } from '../../../parts/frame/lazy-part.tsx'
import { readyReport } from './ready-reports.ts'

const ReadyScreen = lazyContent(async () => (await import('./ready/ReadyScreen.tsx')).ReadyScreen)
const OwnScreen = lazyContent(async () => (await import('./own/OwnScreen.tsx')).OwnScreen)

/** One report: a ready-made one by its name, any other by its id. */
export function ReportScreen() {
  const { id } = useParams({ from: '/frame/project/$ref/reports/$id' })
  const ready = readyReport(id)
  return (
    <Suspense
      fallback={
        <div className="p-10">
          <SkeletonRows rows={8} />
        </div>
      }
    >
      {ready === undefined ? <OwnScreen key={id} id={id} /> : <ReadyScreen report={ready} />}
    </Suspense>
  )
}
