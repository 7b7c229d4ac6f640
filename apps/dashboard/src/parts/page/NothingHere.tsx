import { buttonLook, Empty } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from './title.ts'

/** The page of an address that has nothing, and the way out. `title` is the page's, `what` and `why` say it. */
export function NothingHere({ title, what, why }: { title: string; what: string; why: string }) {
  usePageTitle(title)
  return (
    <div className="grid h-full min-h-[60vh] content-center p-6">
      <h1 className="ui-vh">{title}</h1>
      <Empty
        title={what}
        text={why}
        action={
          <Link to="/projects" {...buttonLook({ variant: 'primary' })}>
            All projects
          </Link>
        }
      />
    </div>
  )
}
