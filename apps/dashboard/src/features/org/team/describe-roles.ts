import type { Role } from '@stoa/contract'

/** Roles in one line: `Developer`, or `Administrator in harbor, Read-only in 2 projects`. */
export function describeRoles(role: Role | null, projects: readonly { name: string; role: Role }[]): string {
  const groups = new Map<Role, string[]>()
  for (const project of projects) groups.set(project.role, [...(groups.get(project.role) ?? []), project.name])
  const parts = [...groups].map(([held, names]) =>
    names.length === 1 ? `${held} in ${names[0]}` : `${held} in ${names.length} projects`,
  )
  return [...(role === null ? [] : [role]), ...parts].join(', ')
}
