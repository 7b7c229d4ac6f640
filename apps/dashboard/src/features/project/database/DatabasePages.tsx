import { Outlet, useParams } from '@tanstack/react-router'
import { DatabaseMenu } from '../../../parts/project/DatabaseMenu.tsx'

/** The pages about a project's database: their menu, and the page that is open. */
export function DatabasePages() {
  const { ref } = useParams({ from: '/frame/project/$ref' })
  return (
    <>
      <DatabaseMenu projectRef={ref} />
      <Outlet />
    </>
  )
}
