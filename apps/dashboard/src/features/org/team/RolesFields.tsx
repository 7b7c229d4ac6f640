import { organizationPermissions, ROLE_DESCRIPTIONS, ROLES, type Role } from '@stoa/contract'
import { Button, Field, IconButton, Select } from '@stoa/ui'
import { Plus, X } from 'lucide-react'
import { usePermission } from '../../../api/permissions.ts'
import { useShell } from '../../../api/shell.ts'
import { PROJECT_ROLES, type RolesDraft } from './roles.ts'

/** A role in the whole organization, and roles in single projects of it. */
export function RolesFields({
  slug,
  draft,
  onChange,
  error,
}: {
  slug: string
  draft: RolesDraft
  onChange: (draft: RolesDraft) => void
  error: string | null
}) {
  const owners = usePermission(organizationPermissions.manageOwners, { slug })
  const projects = useShell().projects.filter((project) => project.organization_slug === slug)
  const chosen = new Set(draft.projects.map(({ ref }) => ref))
  const next = projects.find(({ ref }) => !chosen.has(ref))
  const put = (index: number, change: Partial<{ ref: string; role: Role }>) =>
    onChange({
      ...draft,
      projects: draft.projects.map((entry, at) => (at === index ? { ...entry, ...change } : entry)),
    })

  return (
    <>
      <Field
        label="Role in the organization"
        error={error}
        hint={draft.role === 'none' ? 'Works in the projects below only' : ROLE_DESCRIPTIONS[draft.role]}
      >
        <Select
          value={draft.role}
          onValueChange={(role) => onChange({ ...draft, role })}
          options={[
            ...ROLES.map((role) => ({
              value: role,
              label: role,
              ...(role === 'Owner' && owners.reason !== undefined && { disabledReason: 'Owners only' }),
            })),
            { value: 'none' as const, label: 'None' },
          ]}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="ui-label mb-1.5">Roles in single projects</legend>
        {draft.projects.map((entry, index) => (
          <div key={entry.ref} className="grid grid-cols-[minmax(0,1fr)_150px_28px] items-center gap-2">
            <Select
              aria-label="Project"
              value={entry.ref}
              onValueChange={(ref) => put(index, { ref })}
              options={projects
                .filter(({ ref }) => ref === entry.ref || !chosen.has(ref))
                .map(({ ref, name }) => ({ value: ref, label: name }))}
            />
            <Select
              aria-label="Role in the project"
              value={entry.role}
              onValueChange={(role) => put(index, { role })}
              options={PROJECT_ROLES.map((role) => ({ value: role, label: role }))}
            />
            <IconButton
              icon={X}
              label="Remove this project role"
              onClick={() => onChange({ ...draft, projects: draft.projects.filter((_, at) => at !== index) })}
            />
          </div>
        ))}
        <div>
          <Button
            size="sm"
            icon={Plus}
            disabledReason={
              next === undefined && (projects.length === 0 ? 'There are no projects yet' : 'Every project has a role')
            }
            onClick={() => {
              if (next === undefined) return
              onChange({ ...draft, projects: [...draft.projects, { ref: next.ref, role: 'Developer' }] })
            }}
          >
            Add a project
          </Button>
        </div>
      </fieldset>
    </>
  )
}
