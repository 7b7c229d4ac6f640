import { Outlet, useParams } from '@tanstack/react-router'
import { useShell } from '../../../api/shell.ts'
import { MenuLink } from '../../../parts/frame/MenuLink.tsx'
import { ProductMenu } from '../../../parts/frame/slots.tsx'

/** The settings of a project: their menu, and the page that is open. */
export function SettingsPages() {
  const { ref } = useParams({ from: '/frame/project/$ref' })
  const slug = useShell().projects.find((project) => project.ref === ref)?.organization_slug
  return (
    <>
      <ProductMenu title="Settings">
        <p className="menu-group">Project</p>
        <MenuLink to="/project/$ref/settings/general" params={{ ref }}>
          General
        </MenuLink>
        {slug === undefined ? null : (
          <>
            <p className="menu-group">Organization</p>
            <MenuLink to="/org/$slug/general" params={{ slug }}>
              General
            </MenuLink>
            <MenuLink to="/org/$slug/team" params={{ slug }}>
              Team
            </MenuLink>
          </>
        )}
      </ProductMenu>
      <Outlet />
    </>
  )
}
