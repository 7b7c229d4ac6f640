import { MenuLink } from '../frame/MenuLink.tsx'
import { ProductMenu } from '../frame/slots.tsx'

/** The menu beside everything about a project's database, also of its pages at addresses of their own. */
export function DatabaseMenu({ projectRef: ref }: { projectRef: string }) {
  return (
    <ProductMenu title="Database">
      <p className="menu-group">Look inside</p>
      <MenuLink to="/project/$ref/database/visualizer" params={{ ref }}>
        Visualizer
      </MenuLink>
      <MenuLink to="/project/$ref/advisors" params={{ ref }}>
        Advisors
      </MenuLink>
      <MenuLink to="/project/$ref/database/connections" params={{ ref }}>
        Connections
      </MenuLink>
      <p className="menu-group">Backups</p>
      <MenuLink to="/project/$ref/database/backups/scheduled" params={{ ref }}>
        Scheduled
      </MenuLink>
      <MenuLink to="/project/$ref/database/backups/pitr" params={{ ref }}>
        Point in time
      </MenuLink>
      <p className="menu-group">Secrets</p>
      <MenuLink to="/project/$ref/vault" params={{ ref }}>
        Vault
      </MenuLink>
    </ProductMenu>
  )
}
