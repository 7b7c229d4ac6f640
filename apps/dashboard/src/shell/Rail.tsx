import { Icon, type IconType, Tooltip } from '@stoa/ui'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { ChartNoAxesCombined, Database, House, ScrollText, Settings, Table2, Terminal } from 'lucide-react'

/** An area of a project. */
export type RailItem = {
  readonly to:
    | '/project/$ref'
    | '/project/$ref/editor'
    | '/project/$ref/sql'
    | '/project/$ref/database'
    | '/project/$ref/reports'
    | '/project/$ref/logs'
    | '/project/$ref/settings'
  readonly ref: string
  readonly label: string
  readonly icon: IconType
  /** Addresses below the project that belong to the area besides its own. */
  readonly also?: readonly string[]
  /** Stands at the foot of the rail. */
  readonly end?: boolean
}

/** Pages that the menu of the database leads to, at addresses of their own. */
const DATABASE_PAGES = ['advisors', 'vault']
/** Pages that the menu of the settings leads to, at addresses of their own. */
const RESOURCE_PAGES = ['compute-and-disk', 'infrastructure', 'addons', 'usage']

/** The areas of the project in the address: those that have a screen. Empty outside a project. */
export function useRailItems(): readonly RailItem[] {
  const { ref } = useParams({ strict: false })
  if (ref === undefined) return []
  return [
    { to: '/project/$ref', ref, label: 'Home', icon: House },
    { to: '/project/$ref/editor', ref, label: 'Table editor', icon: Table2 },
    { to: '/project/$ref/sql', ref, label: 'SQL editor', icon: Terminal },
    { to: '/project/$ref/database', ref, label: 'Database', icon: Database, also: DATABASE_PAGES },
    { to: '/project/$ref/reports', ref, label: 'Reports', icon: ChartNoAxesCombined },
    { to: '/project/$ref/logs', ref, label: 'Logs', icon: ScrollText },
    { to: '/project/$ref/settings', ref, label: 'Settings', icon: Settings, also: RESOURCE_PAGES, end: true },
  ]
}

/**
 * The links of the rail.
 * @param labelled shows the words beside the icons, as in the drawer
 */
export function RailLinks({ items, labelled = false }: { items: readonly RailItem[]; labelled?: boolean }) {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <ul>
      {items.map(({ to, ref, label, icon, also, end }) => {
        const within = also?.some((page) => pathname === `/project/${ref}/${page}`)
        const link = (
          <Link
            to={to}
            params={{ ref }}
            activeOptions={{ exact: to === '/project/$ref' }}
            {...(within && { 'aria-current': 'page' })}
            className={labelled ? 'menu-link' : undefined}
            aria-label={labelled ? undefined : label}
          >
            <Icon of={icon} />
            {labelled ? label : null}
          </Link>
        )
        return (
          <li key={to} data-end={end ? '' : undefined}>
            {labelled ? (
              link
            ) : (
              <Tooltip content={label} side="right">
                {link}
              </Tooltip>
            )}
          </li>
        )
      })}
    </ul>
  )
}
