import { Outlet } from '@tanstack/react-router'
import { ReportsMenu } from './ReportsMenu.tsx'
import './reports.css'

/** The reports of a project: their list beside the one that is open. */
export function ReportsPages() {
  return (
    <>
      <ReportsMenu />
      <Outlet />
    </>
  )
}
