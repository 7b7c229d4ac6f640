import { buttonLook, ErrorState, Page } from '@stoa/ui'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { errorMessage, errorStatus } from '../api/errors.ts'
import { usePageTitle } from '../parts/page/title.ts'

/** A screen failed. The frame stays; the screen can be tried again without losing the page. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const stack = errorStatus(error) === null && error instanceof Error ? error.stack : undefined
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  usePageTitle('Error')
  const retry = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <Page>
      <h1 className="ui-vh">This page could not be shown</h1>
      <ErrorState
        title="This page could not be shown"
        reason={errorMessage(error)}
        onRetry={retry}
        secondary={
          <Link to="/projects" {...buttonLook({ variant: 'quiet', size: 'sm' })}>
            All projects
          </Link>
        }
      />
      {stack === undefined ? null : (
        <details className="mt-6 max-w-prose text-fg-2">
          <summary>Details</summary>
          <pre className="mt-2 overflow-auto rounded-3 border border-line bg-sunken p-3">{stack}</pre>
        </details>
      )}
    </Page>
  )
}
