import { type Project, projectLifecycle } from '@stoa/contract'
import { copyAndSay, IconButton, Menu, MenuCheck, MenuItem, MenuSeparator } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { Copy, Ellipsis, Settings, Terminal } from 'lucide-react'
import { useState } from 'react'
import { SORT_NAMES, SORTS, type Sort } from './project-rows.ts'
import { SortButton } from './SortButton.tsx'

/** What can be done with a project from the list. */
export function RowMenu({
  project,
  startOpen,
}: {
  project: Pick<Project, 'ref' | 'name' | 'status'>
  startOpen: boolean
}) {
  const [isOpen, setOpen] = useState(startOpen)
  const params = { ref: project.ref }
  const open = projectLifecycle.states[project.status].screen === null
  return (
    <Menu
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Ellipsis} size="xs" label={`Actions for ${project.name}`} />}
    >
      <MenuItem
        icon={Terminal}
        disabledReason={open ? null : 'The database is not running'}
        link={<Link to="/project/$ref/sql" params={params} />}
      >
        SQL editor
      </MenuItem>
      <MenuItem icon={Settings} link={<Link to="/project/$ref/settings/general" params={params} />}>
        Settings
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={Copy} onSelect={() => void copyAndSay(project.ref, 'Copied the project ref')}>
        Copy ref
      </MenuItem>
    </Menu>
  )
}

/** The order of the list. */
export function SortMenu({
  sort,
  onChange,
  startOpen,
}: {
  sort: Sort
  onChange: (sort: Sort) => void
  startOpen: boolean
}) {
  const [open, setOpen] = useState(startOpen)
  return (
    <Menu open={open} onOpenChange={setOpen} trigger={<SortButton sort={sort} />}>
      {SORTS.map((value) => (
        <MenuCheck key={value} checked={value === sort} onCheckedChange={() => onChange(value)}>
          {SORT_NAMES[value]}
        </MenuCheck>
      ))}
    </Menu>
  )
}
