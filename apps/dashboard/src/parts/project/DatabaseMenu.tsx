import { MenuLink } from '../frame/MenuLink.tsx'
import { ProductMenu } from '../frame/slots.tsx'

/** The menu beside everything about a project's database, also of its pages at addresses of their own. */
export function DatabaseMenu({ projectRef: ref }: { projectRef: string }) {
  return (
    <ProductMenu title="Database">
      <p className="menu-group">Shape</p>
      <MenuLink to="/project/$ref/database/schemas" params={{ ref }}>
        Schemas
      </MenuLink>
      <MenuLink to="/project/$ref/database/tables" params={{ ref }}>
        Tables
      </MenuLink>
      <MenuLink to="/project/$ref/database/types" params={{ ref }}>
        Types
      </MenuLink>
      <MenuLink to="/project/$ref/database/indexes" params={{ ref }}>
        Indexes
      </MenuLink>
      <MenuLink to="/project/$ref/database/views" params={{ ref }}>
        Views
      </MenuLink>
      <MenuLink to="/project/$ref/database/functions" params={{ ref }}>
        Functions
      </MenuLink>
      <MenuLink to="/project/$ref/database/triggers" params={{ ref }}>
        Triggers
      </MenuLink>
      <MenuLink to="/project/$ref/database/publications" params={{ ref }}>
        Publications
      </MenuLink>
      <MenuLink to="/project/$ref/database/extensions" params={{ ref }}>
        Extensions
      </MenuLink>
      <MenuLink to="/project/$ref/database/migrations" params={{ ref }}>
        Migrations
      </MenuLink>
      <p className="menu-group">Access</p>
      <MenuLink to="/project/$ref/database/policies" params={{ ref }}>
        Policies
      </MenuLink>
      <MenuLink to="/project/$ref/database/roles" params={{ ref }}>
        Roles
      </MenuLink>
      <MenuLink to="/project/$ref/vault" params={{ ref }}>
        Vault
      </MenuLink>
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
    </ProductMenu>
  )
}
