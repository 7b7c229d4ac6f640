import { type PageGroups, PageLinks } from '../frame/PageLinks.tsx'
import { ProductMenu } from '../frame/slots.tsx'

const PAGES: PageGroups = {
  Shape: [
    ['Schemas', '/project/$ref/database/schemas'],
    ['Tables', '/project/$ref/database/tables'],
    ['Types', '/project/$ref/database/types'],
    ['Indexes', '/project/$ref/database/indexes'],
    ['Views', '/project/$ref/database/views'],
    ['Functions', '/project/$ref/database/functions'],
    ['Triggers', '/project/$ref/database/triggers'],
    ['Publications', '/project/$ref/database/publications'],
    ['Extensions', '/project/$ref/database/extensions'],
    ['Migrations', '/project/$ref/database/migrations'],
  ],
  Access: [
    ['Policies', '/project/$ref/database/policies'],
    ['Roles', '/project/$ref/database/roles'],
    ['Vault', '/project/$ref/vault'],
  ],
  'Look inside': [
    ['Visualizer', '/project/$ref/database/visualizer'],
    ['Advisors', '/project/$ref/advisors'],
    ['Connections', '/project/$ref/database/connections'],
  ],
  Backups: [
    ['Scheduled', '/project/$ref/database/backups/scheduled'],
    ['Point in time', '/project/$ref/database/backups/pitr'],
  ],
}

/** The menu beside everything about a project's database, also of its pages at addresses of their own. */
export const DatabaseMenu = ({ projectRef }: { projectRef: string }) => (
  <ProductMenu title="Database">
    <PageLinks projectRef={projectRef} groups={PAGES} />
  </ProductMenu>
)
