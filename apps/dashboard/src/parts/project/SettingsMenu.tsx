import { useShell } from '../../api/shell.ts'
import { MenuLink } from '../frame/MenuLink.tsx'
import { OrgLinks } from '../frame/OrgLinks.tsx'
import { ProductMenu } from '../frame/slots.tsx'

/** The menu beside everything that is set for a project, its own pages and its organization's. */
export function SettingsMenu({ projectRef: ref }: { projectRef: string }) {
  const slug = useShell().projects.find((project) => project.ref === ref)?.organization_slug
  return (
    <ProductMenu title="Settings">
      <p className="menu-group">Project</p>
      <MenuLink to="/project/$ref/settings/general" params={{ ref }}>
        General
      </MenuLink>
      <p className="menu-group">Configuration</p>
      <MenuLink to="/project/$ref/settings/database" params={{ ref }}>
        Database
      </MenuLink>
      <MenuLink to="/project/$ref/settings/api" params={{ ref }}>
        API
      </MenuLink>
      <MenuLink to="/project/$ref/settings/custom-domain" params={{ ref }}>
        Custom domain
      </MenuLink>
      <p className="menu-group">Resources</p>
      <MenuLink to="/project/$ref/compute-and-disk" params={{ ref }}>
        Compute and disk
      </MenuLink>
      <MenuLink to="/project/$ref/infrastructure" params={{ ref }}>
        Infrastructure
      </MenuLink>
      <MenuLink to="/project/$ref/addons" params={{ ref }}>
        Add-ons
      </MenuLink>
      <MenuLink to="/project/$ref/usage" params={{ ref }}>
        Usage
      </MenuLink>
      {slug === undefined ? null : (
        <>
          <p className="menu-group">Organization</p>
          <OrgLinks slug={slug} />
        </>
      )}
    </ProductMenu>
  )
}
