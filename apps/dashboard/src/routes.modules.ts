const GATE = 'src/features/project/lifecycle/ProjectPages.tsx'

/**
 * The source modules that the screen at each address loads, besides the entry. Plain data, because it is read in three
 * places: the build writes it to `routes.json`, the server preloads by it, and a test holds it equal to the routes.
 * `/sign-in` and `/first-visit` are also what every other address shows while nobody is signed in, or nobody exists.
 */
export const ROUTE_MODULES: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': ['src/features/auth/SignInScreen.tsx'],
  '/first-visit': ['src/features/auth/FirstVisitScreen.tsx'],
  '/join': ['src/features/auth/JoinScreen.tsx'],
  '/projects': ['src/features/projects/ProjectsScreen.tsx'],
  '/projects/new': ['src/features/projects/NewProjectScreen.tsx'],
  '/account': ['src/features/account/AccountScreen.tsx'],
  '/support': ['src/features/support/SupportScreen.tsx'],
  '/support/new': ['src/features/support/new/NewRequestScreen.tsx'],
  '/org/$slug/general': ['src/features/org/OrgPages.tsx', 'src/features/org/general/GeneralScreen.tsx'],
  '/org/$slug/billing': ['src/features/org/OrgPages.tsx', 'src/features/org/billing/BillingScreen.tsx'],
  '/org/$slug/team': ['src/features/org/OrgPages.tsx', 'src/features/org/team/TeamScreen.tsx'],
  '/project/$ref': [GATE, 'src/features/project/home/HomeScreen.tsx'],
  '/project/$ref/sql': [GATE, 'src/features/project/sql/SqlScreen.tsx'],
  '/project/$ref/sql/$snippetId': [GATE, 'src/features/project/sql/SqlScreen.tsx'],
  '/project/$ref/editor': [GATE, 'src/features/project/editor/EditorScreen.tsx'],
  '/project/$ref/database/backups/scheduled': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/backups/ScheduledScreen.tsx',
  ],
  '/project/$ref/database/backups/pitr': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/backups/PitrScreen.tsx',
  ],
  '/project/$ref/database/visualizer': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/visualizer/VisualizerScreen.tsx',
  ],
  '/project/$ref/database/connections': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/connections/ConnectionsScreen.tsx',
  ],
  '/project/$ref/advisors': [GATE, 'src/features/project/advisors/AdvisorsScreen.tsx'],
  '/project/$ref/vault': [GATE, 'src/features/project/vault/VaultScreen.tsx'],
  '/project/$ref/database/tables': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/tables/TablesScreen.tsx',
  ],
  '/project/$ref/database/types': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/types/TypesScreen.tsx',
  ],
  '/project/$ref/database/indexes': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/indexes/IndexesScreen.tsx',
  ],
  '/project/$ref/database/migrations': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/migrations/MigrationsScreen.tsx',
  ],
  '/project/$ref/database/schemas': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/schemas/SchemasScreen.tsx',
  ],
  '/project/$ref/database/views': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/views/ViewsScreen.tsx',
  ],
  '/project/$ref/database/functions': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/functions/FunctionsScreen.tsx',
  ],
  '/project/$ref/database/triggers': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/triggers/TriggersScreen.tsx',
  ],
  '/project/$ref/database/policies': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/policies/PoliciesScreen.tsx',
  ],
  '/project/$ref/database/roles': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/roles/RolesScreen.tsx',
  ],
  '/project/$ref/database/extensions': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/extensions/ExtensionsScreen.tsx',
  ],
  '/project/$ref/database/publications': [
    GATE,
    'src/features/project/database/DatabasePages.tsx',
    'src/features/project/database/publications/PublicationsScreen.tsx',
  ],
  '/project/$ref/api/graphiql': [GATE, 'src/features/project/api/graphiql/GraphiqlScreen.tsx'],
  '/project/$ref/logs': [GATE, 'src/features/project/logs/LogsScreen.tsx'],
  '/project/$ref/reports': [
    GATE,
    'src/features/project/reports/ReportsPages.tsx',
    'src/features/project/reports/ReportsScreen.tsx',
  ],
  '/project/$ref/reports/$id': [
    GATE,
    'src/features/project/reports/ReportsPages.tsx',
    'src/features/project/reports/ReportScreen.tsx',
  ],
  '/project/$ref/compute-and-disk': [GATE, 'src/features/project/compute-and-disk/ComputeAndDiskScreen.tsx'],
  '/project/$ref/infrastructure': [GATE, 'src/features/project/infrastructure/InfrastructureScreen.tsx'],
  '/project/$ref/addons': [GATE, 'src/features/project/addons/AddonsScreen.tsx'],
  '/project/$ref/usage': [GATE, 'src/features/project/usage/UsageScreen.tsx'],
  '/project/$ref/settings/general': [
    GATE,
    'src/features/project/settings/SettingsPages.tsx',
    'src/features/project/settings/general/GeneralScreen.tsx',
  ],
  '/project/$ref/settings/api': [
    GATE,
    'src/features/project/settings/SettingsPages.tsx',
    'src/features/project/settings/api/ApiScreen.tsx',
  ],
  '/project/$ref/settings/database': [
    GATE,
    'src/features/project/settings/SettingsPages.tsx',
    'src/features/project/settings/database/DatabaseScreen.tsx',
  ],
  '/project/$ref/settings/custom-domain': [
    GATE,
    'src/features/project/settings/SettingsPages.tsx',
    'src/features/project/settings/custom-domain/CustomDomainScreen.tsx',
  ],
}
