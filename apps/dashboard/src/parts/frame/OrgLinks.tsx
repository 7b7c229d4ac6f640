import { MenuLink } from './MenuLink.tsx'

/** The links to an organization's own pages, for the menus that they stand in. */
export function OrgLinks({ slug }: { slug: string }) {
  return (
    <>
      <MenuLink to="/org/$slug/general" params={{ slug }}>
        General
      </MenuLink>
      <MenuLink to="/org/$slug/team" params={{ slug }}>
        Team
      </MenuLink>
      <MenuLink to="/org/$slug/billing" params={{ slug }}>
        Billing
      </MenuLink>
    </>
  )
}
