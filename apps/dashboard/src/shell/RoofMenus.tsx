import type { Organization, Shell } from '@stoa/contract'
import { Icon, Menu, MenuCheck, MenuItem, MenuLabel, MenuSeparator, type Theme, useTheme } from '@stoa/ui'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Check, CreditCard, LayoutList, LifeBuoy, LogOut, Plus, Settings, UserRound, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useShell } from '../api/shell.ts'
import { lazyDialog } from '../parts/frame/lazy-part.tsx'
import { leave } from './leave.ts'
import { AvatarTrigger, CrumbTrigger } from './triggers.tsx'

// The menus of the roof arrive after the page: their buttons are there from the start, and remember being pressed.

const NewOrganizationDialog = lazyDialog(
  async () => (await import('../parts/organization/NewOrganizationDialog.tsx')).NewOrganizationDialog,
)

/** Whether the menu was asked for before it had arrived. */
type StartOpen = { readonly startOpen: boolean }

/**
 * Shows the organization one is in, and leads to the others, to its pages and to a new one.
 * @param current the organization of the page; undefined on a page about all of them
 */
export function OrganizationSwitcher({ current, startOpen }: { current: Organization | undefined } & StartOpen) {
  const { organizations } = useShell()
  const [open, setOpen] = useState(startOpen)
  const [creating, setCreating] = useState(false)
  const inOrganization = useParams({ strict: false }).slug !== undefined
  return (
    <>
      <Menu
        align="start"
        width={260}
        open={open}
        onOpenChange={setOpen}
        trigger={<CrumbTrigger label="Organization" name={current?.name ?? 'All organizations'} />}
      >
        <MenuLabel>Organizations</MenuLabel>
        {organizations.map((organization) => (
          <MenuItem
            key={organization.slug}
            hint={organization.slug === current?.slug ? <Icon of={Check} size="sm" /> : undefined}
            link={
              inOrganization ? (
                <Link to="/org/$slug/general" params={{ slug: organization.slug }} />
              ) : (
                <Link to="/projects" search={{ org: organization.slug }} />
              )
            }
          >
            <span className="clip">{organization.name}</span>
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={LayoutList} link={<Link to="/projects" />}>
          All projects
        </MenuItem>
        {current === undefined ? null : (
          <>
            <MenuItem icon={Settings} link={<Link to="/org/$slug/general" params={{ slug: current.slug }} />}>
              Organization settings
            </MenuItem>
            <MenuItem icon={Users} link={<Link to="/org/$slug/team" params={{ slug: current.slug }} />}>
              Team
            </MenuItem>
            <MenuItem icon={CreditCard} link={<Link to="/org/$slug/billing" params={{ slug: current.slug }} />}>
              Billing
            </MenuItem>
          </>
        )}
        <MenuSeparator />
        <MenuItem icon={Plus} onSelect={() => setCreating(true)}>
          New organization
        </MenuItem>
      </Menu>
      {creating ? (
        <Suspense fallback={null}>
          <NewOrganizationDialog onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Shows the project one is in, and leads to the others of its organization. */
export function ProjectSwitcher({ current, startOpen }: { current: Shell['projects'][number] | null } & StartOpen) {
  const [open, setOpen] = useState(startOpen)
  const { projects, organizations } = useShell()
  const navigate = useNavigate()
  const slug = current?.organization_slug
  const siblings = projects.filter((project) => slug === undefined || project.organization_slug === slug)
  const organization = organizations.find((candidate) => candidate.slug === slug)
  return (
    <Menu
      align="start"
      width={260}
      open={open}
      onOpenChange={setOpen}
      trigger={<CrumbTrigger label="Project" name={current?.name ?? 'Project'} />}
    >
      <MenuLabel>{organization === undefined ? 'Projects' : `Projects of ${organization.name}`}</MenuLabel>
      {siblings.map((project) => (
        <MenuItem
          key={project.ref}
          hint={project.ref === current?.ref ? <Icon of={Check} size="sm" /> : undefined}
          link={<Link to="/project/$ref" params={{ ref: project.ref }} />}
        >
          <span className="clip">{project.name}</span>
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={LayoutList} link={<Link to="/projects" />}>
        All projects
      </MenuItem>
      <MenuItem
        icon={Plus}
        onSelect={() => void navigate({ to: '/projects/new', search: slug === undefined ? {} : { org: slug } })}
      >
        New project
      </MenuItem>
    </Menu>
  )
}

const THEMES: readonly { id: Theme; name: string }[] = [
  { id: 'system', name: 'As the system' },
  { id: 'light', name: 'Light' },
  { id: 'dark', name: 'Dark' },
]

/** Who is signed in, their account, the theme, and the way out. */
export function AvatarMenu({ startOpen }: StartOpen) {
  const [open, setOpen] = useState(startOpen)
  const { profile } = useShell()
  const { theme, setTheme } = useTheme()
  return (
    <Menu
      width={220}
      open={open}
      onOpenChange={setOpen}
      trigger={<AvatarTrigger name={profile.name || profile.primary_email} />}
    >
      <MenuLabel>
        <span className="block clip font-medium text-fg-1">{profile.name}</span>
        <span className="block clip">{profile.primary_email}</span>
      </MenuLabel>
      <MenuItem icon={UserRound} link={<Link to="/account" />}>
        Account
      </MenuItem>
      <MenuItem icon={LifeBuoy} link={<Link to="/support/new" />}>
        Support
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Theme</MenuLabel>
      {THEMES.map(({ id, name }) => (
        <MenuCheck key={id} checked={theme === id} onCheckedChange={() => setTheme(id)}>
          {name}
        </MenuCheck>
      ))}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={leave}>
        Sign out
      </MenuItem>
    </Menu>
  )
}
