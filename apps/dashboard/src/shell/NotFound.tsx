import { buttonLook, Empty } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../parts/page/title.ts'

/** Nothing lives at this address. */
export function NotFound() {
  usePageTitle('Page not found')
  return (
    <div className="grid h-full min-h-[60vh] content-center p-6">
      <h1 className="ui-vh">Page not found</h1>
      <Empty
        title="There is no page at this address"
        text="It may have moved, or the address has a typing error."
        action={
          <Link to="/projects" {...buttonLook({ variant: 'primary' })}>
            All projects
          </Link>
        }
      />
    </div>
  )
}
