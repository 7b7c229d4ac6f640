import type { PlanChangeSource } from '@stoa/contract'
import { Button, buttonLook, Note } from '@stoa/ui'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { SOURCE_WORDS } from './plan-words.ts'

/** Why one is here, and the way back to where one came from. */
export function WayBack({ source, slug }: { source: PlanChangeSource; slug: string }) {
  const router = useRouter()
  const words = SOURCE_WORDS[source]
  return (
    <Note className="mb-6">
      <span className="flex flex-wrap items-center justify-between gap-3">
        <span className="min-w-0 flex-[1_1_320px]">{words.why}</span>
        {useCanGoBack() ? (
          <Button size="sm" icon={ArrowLeft} onClick={() => router.history.back()}>
            {words.back}
          </Button>
        ) : (
          // Opened by its address there is nowhere to go back to: the projects are the way on.
          <Link to="/projects" search={{ org: slug }} {...buttonLook({ size: 'sm' })}>
            All projects
          </Link>
        )}
      </span>
    </Note>
  )
}
