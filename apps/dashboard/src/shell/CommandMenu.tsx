import { type Theme, useTheme } from '@stoa/ui'
import { type CommandGroup, CommandMenu as Menu } from '@stoa/ui/command'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import {
  BookOpen,
  Braces,
  Building2,
  CreditCard,
  Database,
  House,
  Keyboard,
  KeyRound,
  LifeBuoy,
  LogOut,
  PanelRight,
  Plug,
  Plus,
  ScrollText,
  Settings,
  ShieldCheck,
  SunMoon,
  Terminal,
  Unplug,
  UserRound,
  Users,
  Workflow,
} from 'lucide-react'
import { useShell } from '../api/shell.ts'
import { apiDocs, connect } from '../parts/frame/overlay.ts'
import { panels } from '../parts/frame/panels.ts'
import { editorKeys } from '../parts/sql-code/editor-keys.ts'
import { leave } from './leave.ts'

const THEME_NAMES: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' }

/** Pages about what a database holds besides tables, with the words that they are looked for by. */
const OBJECT_PAGES = [
  { to: '/project/$ref/database/schemas', label: 'Schemas', keywords: ['namespace', 'owner'] },
  { to: '/project/$ref/database/views', label: 'Views', keywords: ['materialized', 'refresh'] },
  { to: '/project/$ref/database/functions', label: 'Functions', keywords: ['procedures', 'rpc', 'plpgsql'] },
  { to: '/project/$ref/database/triggers', label: 'Triggers', keywords: ['events', 'before', 'after'] },
  { to: '/project/$ref/database/policies', label: 'Policies', keywords: ['rls', 'row level security', 'try out'] },
  { to: '/project/$ref/database/roles', label: 'Roles', keywords: ['users', 'grants', 'privileges', 'permissions'] },
  {
    to: '/project/$ref/database/extensions',
    label: 'Extensions',
    keywords: ['pgcrypto', 'pgvector', 'postgis', 'enable'],
  },
  { to: '/project/$ref/database/publications', label: 'Publications', keywords: ['replication', 'realtime', 'cdc'] },
] as const

/** Go to or run…: every project, organization and page, and what can be done from anywhere. */
export function CommandMenu({ onClose }: { onClose: () => void }) {
  const groups = useGroups()
  return <Menu open onOpenChange={(open) => open || onClose()} groups={groups} />
}

function useGroups(): CommandGroup[] {
  const shell = useShell()
  const navigate = useNavigate()
  const { theme, setTheme } = useTheme()
  const { ref } = useParams({ strict: false })
  const pathname = useLocation({ select: (location) => location.pathname })
  const project = shell.projects.find((candidate) => candidate.ref === ref)
  const names = new Map(shell.organizations.map(({ slug, name }) => [slug, name]))

  const here: CommandGroup[] =
    project === undefined
      ? []
      : [
          {
            heading: project.name,
            items: [
              {
                id: 'home',
                label: 'Home',
                icon: House,
                onSelect: () => void navigate({ to: '/project/$ref', params: { ref: project.ref } }),
              },
              {
                id: 'sql',
                label: 'SQL editor',
                icon: Terminal,
                keywords: ['query', 'run'],
                onSelect: () => void navigate({ to: '/project/$ref/sql', params: { ref: project.ref } }),
              },
              {
                id: 'sql panel',
                label: 'SQL editor panel',
                icon: PanelRight,
                keywords: ['query', 'beside'],
                shortcut: 'mod+j',
                onSelect: () => panels.toggle('sql'),
              },
              ...(pathname.startsWith(`/project/${project.ref}/sql`)
                ? [
                    {
                      id: 'sql keys',
                      label: 'Keys of the SQL editor',
                      icon: Keyboard,
                      keywords: ['shortcuts', 'help'],
                      onSelect: () => editorKeys.set(true),
                    },
                  ]
                : []),
              {
                id: 'connect',
                label: 'Connect',
                icon: Plug,
                keywords: ['connection string', 'psql', 'prisma', 'drizzle', '.env', 'password', 'supabase-js'],
                onSelect: connect.open,
              },
              {
                id: 'api-docs',
                label: 'API documentation',
                icon: BookOpen,
                keywords: ['rest', 'types', 'supabase-js', 'curl', 'keys'],
                onSelect: apiDocs.open,
              },
              {
                id: 'graphql',
                label: 'GraphQL',
                icon: Braces,
                keywords: ['graphiql', 'explorer'],
                onSelect: () => void navigate({ to: '/project/$ref/api/graphiql', params: { ref: project.ref } }),
              },
              {
                id: 'logs',
                label: 'Logs',
                icon: ScrollText,
                keywords: ['requests', 'api', 'errors', 'status'],
                onSelect: () => void navigate({ to: '/project/$ref/logs', params: { ref: project.ref } }),
              },
              {
                id: 'visualizer',
                label: 'Visualizer',
                icon: Workflow,
                keywords: ['schema', 'diagram', 'relations', 'foreign keys', 'erd'],
                onSelect: () =>
                  void navigate({ to: '/project/$ref/database/visualizer', params: { ref: project.ref } }),
              },
              {
                id: 'advisors',
                label: 'Advisors',
                icon: ShieldCheck,
                keywords: ['security', 'performance', 'lint', 'rls', 'index'],
                onSelect: () => void navigate({ to: '/project/$ref/advisors', params: { ref: project.ref } }),
              },
              {
                id: 'connections',
                label: 'Connections',
                icon: Unplug,
                keywords: ['locks', 'queries', 'cancel', 'terminate', 'activity'],
                onSelect: () =>
                  void navigate({ to: '/project/$ref/database/connections', params: { ref: project.ref } }),
              },
              {
                id: 'vault',
                label: 'Vault',
                icon: KeyRound,
                keywords: ['secrets', 'passwords', 'keys'],
                onSelect: () => void navigate({ to: '/project/$ref/vault', params: { ref: project.ref } }),
              },
              ...OBJECT_PAGES.map(({ to, label, keywords }) => ({
                id: label,
                label,
                icon: Database,
                keywords: [...keywords],
                onSelect: () => void navigate({ to, params: { ref: project.ref } }),
              })),
              {
                id: 'settings',
                label: 'Settings',
                icon: Settings,
                keywords: ['rename', 'pause', 'restart', 'delete', 'password'],
                onSelect: () => void navigate({ to: '/project/$ref/settings/general', params: { ref: project.ref } }),
              },
            ],
          },
        ]

  return [
    ...here,
    {
      heading: 'Projects',
      items: [
        ...shell.projects.map((candidate) => ({
          id: `project ${candidate.ref}`,
          label: candidate.name,
          icon: Database,
          hint: names.get(candidate.organization_slug),
          keywords: [candidate.ref],
          onSelect: () => void navigate({ to: '/project/$ref', params: { ref: candidate.ref } }),
        })),
        { id: 'projects', label: 'All projects', icon: Database, onSelect: () => void navigate({ to: '/projects' }) },
        { id: 'new', label: 'New project', icon: Plus, onSelect: () => void navigate({ to: '/projects/new' }) },
      ],
    },
    {
      heading: 'Organizations',
      items: shell.organizations.flatMap(({ slug, name }) => [
        {
          id: `org ${slug}`,
          label: `${name} settings`,
          icon: Building2,
          keywords: [slug, 'organization'],
          onSelect: () => void navigate({ to: '/org/$slug/general', params: { slug } }),
        },
        {
          id: `team ${slug}`,
          label: `${name} team`,
          icon: Users,
          keywords: [slug, 'members', 'invite'],
          onSelect: () => void navigate({ to: '/org/$slug/team', params: { slug } }),
        },
        {
          id: `billing ${slug}`,
          label: `${name} billing`,
          icon: CreditCard,
          keywords: [slug, 'plan', 'usage', 'limits', 'prices'],
          onSelect: () => void navigate({ to: '/org/$slug/billing', params: { slug } }),
        },
      ]),
    },
    {
      heading: 'You',
      items: [
        {
          id: 'account',
          label: 'Account',
          icon: UserRound,
          keywords: ['password', 'access tokens'],
          onSelect: () => void navigate({ to: '/account' }),
        },
        {
          id: 'support',
          label: 'Ask for support',
          icon: LifeBuoy,
          keywords: ['help', 'problem', 'contact'],
          onSelect: () => void navigate({ to: '/support/new' }),
        },
        {
          id: 'requests',
          label: 'Requests for support',
          icon: LifeBuoy,
          keywords: ['help', 'tickets'],
          onSelect: () => void navigate({ to: '/support' }),
        },
        ...(Object.keys(THEME_NAMES) as Theme[]).map((id) => ({
          id: `theme ${id}`,
          label: `Theme: ${THEME_NAMES[id].toLowerCase()}`,
          icon: SunMoon,
          hint: id === theme ? 'current' : undefined,
          onSelect: () => setTheme(id),
        })),
        { id: 'sign-out', label: 'Sign out', icon: LogOut, onSelect: leave },
      ],
    },
  ]
}
