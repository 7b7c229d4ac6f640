import { useShell } from '../../api/shell.ts'
import { OrgLinks } from '../frame/OrgLinks.tsx'
import { type PageGroups, PageLinks } from '../frame/PageLinks.tsx'
import { ProductMenu } from '../frame/slots.tsx'

const PAGES: PageGroups = {
  Project: [['General', '/project/$ref/settings/general']],
  Configuration: [
    ['Database', '/project/$ref/settings/database'],
    ['API', '/project/$ref/settings/api'],
    ['Custom domain', '/project/$ref/settings/custom-domain'],
  ],
  Resources: [
    ['Compute and disk', '/project/$ref/compute-and-disk'],
    ['Infrastructure', '/project/$ref/infrastructure'],
    ['Add-ons', '/project/$ref/addons'],
    ['Usage', '/project/$ref/usage'],
  ],
}

/** The menu beside everything that is set for a project, its own pages and its organization's. */
export function SettingsMenu({ projectRef }: { projectRef: string }) {
  const slug = useShell().projects.find((project) => project.ref === projectRef)?.organization_slug
  return (
    <ProductMenu title="Settings">
      <PageLinks projectRef={projectRef} groups={PAGES} />
      {slug === undefined ? null : (
        <>
          <p className="menu-group">Organization</p>
          <OrgLinks slug={slug} />
        </>
      )}
    </ProductMenu>
  )
}
