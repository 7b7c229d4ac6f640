import { Empty } from '@stoa/ui'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useShell } from '../../api/shell.ts'
import { MenuLink } from '../../parts/frame/MenuLink.tsx'
import { OrgLinks } from '../../parts/frame/OrgLinks.tsx'
import { ProductMenu } from '../../parts/frame/slots.tsx'
import { usePageTitle } from '../../parts/page/title.ts'

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

function Unknown() {
  usePageTitle('Organization not found')
  return (
    <div className="grid h-full content-center p-6">
      <h1 className="ui-vh">Organization not found</h1>
      <Empty
        title="There is no such organization"
        text="It was deleted, or you are not a member of it."
        action={
          <Link to="/projects" className="ui-btn" data-variant="primary" data-size="md">
            All projects
          </Link>
        }
      />
    </div>
  )
}
