import { Outlet, useParams } from '@tanstack/react-router'
import { MenuLink } from '../../../parts/frame/MenuLink.tsx'
import { ProductMenu } from '../../../parts/frame/slots.tsx'

/** The pages about a project's database: their menu, and the page that is open. */
export function DatabasePages() {
  const { ref } = useParams({ from: '/frame/project/$ref' })
  return (
    <>
      <ProductMenu title="Database">
        <p className="menu-group">Backups</p>
        <MenuLink to="/project/$ref/database/backups/scheduled" params={{ ref }}>
          Scheduled
        </MenuLink>
        <MenuLink to="/project/$ref/database/backups/pitr" params={{ ref }}>
          Point in time
        </MenuLink>
      </ProductMenu>
      <Outlet />
    </>
  )
}
