import { Icon, type IconType, Tooltip } from '@stoa/ui'
import { Link, useParams } from '@tanstack/react-router'
import { Database, House, Settings, Terminal } from 'lucide-react'

/** An area of a project. */
export type RailItem = {
  readonly to: '/project/$ref' | '/project/$ref/sql' | '/project/$ref/database' | '/project/$ref/settings'
  readonly ref: string
  readonly label: string
  readonly icon: IconType
  /** Stands at the foot of the rail. */
  readonly end?: boolean
}

/** The areas of the project in the address: those that have a screen. Empty outside a project. */
export function useRailItems(): readonly RailItem[] {
  const { ref } = useParams({ strict: false })
  if (ref === undefined) return []
  return [
    { to: '/project/$ref', ref, label: 'Home', icon: House },
    { to: '/project/$ref/sql', ref, label: 'SQL editor', icon: Terminal },
    { to: '/project/$ref/database', ref, label: 'Database', icon: Database },
    { to: '/project/$ref/settings', ref, label: 'Settings', icon: Settings, end: true },
  ]
}

/**
 * The links of the rail.
 * @param labelled shows the words beside the icons, as in the drawer
 */
export function RailLinks({ items, labelled = false }: { items: readonly RailItem[]; labelled?: boolean }) {
  return (
    <ul>
      {items.map(({ to, ref, label, icon, end }) => {
        const link = (
          <Link
            to={to}
            params={{ ref }}
            activeOptions={{ exact: to === '/project/$ref' }}
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
