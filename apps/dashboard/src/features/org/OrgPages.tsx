import { Outlet, useParams } from '@tanstack/react-router'
import { useShell } from '../../api/shell.ts'
import { MenuLink } from '../../parts/frame/MenuLink.tsx'
import { OrgLinks } from '../../parts/frame/OrgLinks.tsx'
import { ProductMenu } from '../../parts/frame/slots.tsx'
import { NothingHere } from '../../parts/page/NothingHere.tsx'

/** The pages of an organization: their menu, and the page that is open. */
export function OrgPages() {
  const { slug } = useParams({ from: '/frame/org/$slug' })
  const known = useShell().organizations.some((organization) => organization.slug === slug)
  if (!known) return <Unknown />
  return (
    <>
      <ProductMenu title="Organization">
        <OrgLinks slug={slug} />
        <p className="menu-group">Projects</p>
        <MenuLink to="/projects" search={{ org: slug }}>
          All projects
        </MenuLink>
      </ProductMenu>
      {/* Another organization is another page: nothing of the one before may be left in a field. */}
      <Outlet key={slug} />
    </>
  )
}

const Unknown = () => (
  <NothingHere
    title="Organization not found"
    what="There is no such organization"
    why="It was deleted, or you are not a member of it."
  />
)
