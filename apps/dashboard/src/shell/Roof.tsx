import { Icon, IconButton, isApple, Kbd, Mark } from '@stoa/ui'
import { Link, useLocation, useParams, useSearch } from '@tanstack/react-router'
import { BookOpen, Menu as MenuIcon, Search } from 'lucide-react'
import { useShell } from '../api/shell.ts'
import { Late, lateModule } from '../parts/frame/late.tsx'
import { apiDocs } from '../parts/frame/overlay.ts'
import { panels, usePanels } from '../parts/frame/panels.ts'
import { AvatarTrigger, CrumbTrigger } from './triggers.tsx'

const MENUS = lateModule(() => import('./RoofMenus.tsx'))

/**
 * The bar over every screen: where one is, where one can go, who one is.
 * @param onDrawer opens the menu on narrow screens; null when the page has none
 */
export function Roof({ onCommand, onDrawer }: { onCommand: () => void; onDrawer: (() => void) | null }) {
  const { profile } = useShell()
  const inProject = useParams({ strict: false }).ref !== undefined
  return (
    <header className="roof">
      <Link to="/projects" className="roof-home" aria-label="All projects">
        <Mark size={16} />
      </Link>
      <Crumbs />
      <button
        type="button"
        className="roof-jump max-wide:hidden"
        onClick={onCommand}
        aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
      >
        <Icon of={Search} size="sm" />
        <span>Go to or run…</span>
        <Kbd keys="mod+k" />
      </button>
      <PanelButtons />
      <span className="flex wide:hidden">
        <IconButton icon={Search} label="Go to or run" onClick={onCommand} />
        {onDrawer === null ? null : <IconButton icon={MenuIcon} label="Menu" onClick={onDrawer} />}
      </span>
      {inProject ? <IconButton icon={BookOpen} label="API documentation" onClick={apiDocs.open} /> : null}
      <Late of={MENUS} trigger={<AvatarTrigger name={profile.name || profile.primary_email} />}>
        {({ AvatarMenu }, startOpen) => <AvatarMenu startOpen={startOpen} />}
      </Late>
    </header>
  )
}

function Crumbs() {
  const shell = useShell()
  const params = useParams({ strict: false })
  const named = useSearch({ strict: false, select: ({ org }) => org })
  const account = useLocation({ select: ({ pathname }) => pathname === '/account' })

  if (params.ref !== undefined) {
    const project = shell.projects.find((candidate) => candidate.ref === params.ref)
    const organization = shell.organizations.find((candidate) => candidate.slug === project?.organization_slug)
    return (
      <nav aria-label="Breadcrumb" className="min-w-0">
        <ol className="roof-crumbs">
          {organization === undefined ? null : (
            <li className="max-wide:hidden">
              <Link to="/projects" search={{ org: organization.slug }} className="crumb">
                <span>{organization.name}</span>
              </Link>
              <span className="roof-sep" aria-hidden="true">
                /
              </span>
            </li>
          )}
          <li>
            <Late of={MENUS} trigger={<CrumbTrigger label="Project" name={project?.name ?? 'Project'} />}>
              {({ ProjectSwitcher }, startOpen) => <ProjectSwitcher current={project ?? null} startOpen={startOpen} />}
            </Late>
          </li>
        </ol>
      </nav>
    )
  }
  const slug = params.slug ?? named
  const only = shell.organizations.length === 1 ? shell.organizations[0] : undefined
  const current = shell.organizations.find((candidate) => candidate.slug === slug) ?? only
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="roof-crumbs">
        <li>
          {account ? (
            <span className="crumb" data-here="">
              Account
            </span>
          ) : (
            <Late
              of={MENUS}
              trigger={<CrumbTrigger label="Organization" name={current?.name ?? 'All organizations'} />}
            >
              {({ OrganizationSwitcher }, startOpen) => (
                <OrganizationSwitcher current={current} startOpen={startOpen} />
              )}
            </Late>
          )}
        </li>
      </ol>
    </nav>
  )
}

/** A button for each panel that can stand at the right of this page. */
function PanelButtons() {
  const { panels: all, open } = usePanels()
  return (
    <span className="ml-auto flex gap-1">
      {all.map(({ id, label, icon, key }) => (
        <IconButton
          key={id}
          icon={icon}
          label={label}
          kbd={`mod+${key}`}
          aria-pressed={open === id}
          aria-keyshortcuts={`${isApple() ? 'Meta' : 'Control'}+${key.toUpperCase()}`}
          onClick={() => panels.toggle(id)}
        />
      ))}
    </span>
  )
}
