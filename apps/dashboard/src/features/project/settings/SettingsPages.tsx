import { Outlet, useParams } from '@tanstack/react-router'
import { SettingsMenu } from '../../../parts/project/SettingsMenu.tsx'

/** The settings of a project: their menu, and the page that is open. */
export function SettingsPages() {
  const { ref } = useParams({ from: '/frame/project/$ref' })
  return (
    <>
      <SettingsMenu projectRef={ref} />
      <Outlet />
    </>
  )
}
