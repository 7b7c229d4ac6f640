import { can, DENIED, type Permission, type Shell } from '@stoa/contract'

/** What a permission is asked about: an organization by its slug, or a project by its ref. */
export type PermissionTarget = {
  readonly slug?: string | undefined
  readonly ref?: string | undefined
  /** Whose thing it is about, for grants that ask for that. */
  readonly owner?: string | undefined
}
export type PermissionAnswer = {
  readonly allowed: boolean
  /** The sentence for the disabled control; undefined when allowed. */
  readonly reason: string | undefined
}

/**
 * Whether the account may do something, answered from the grants that came with the shell: the same function on the
 * same list as on the server, so that a control is disabled exactly when the server would refuse.
 */
export function answerPermission(
  shell: Pick<Shell, 'permissions' | 'projects' | 'profile'>,
  permission: Permission,
  target: PermissionTarget,
): PermissionAnswer {
  const ownerId = permission.own ? shell.profile.id : target.owner
  const organization = target.slug ?? shell.projects.find((project) => project.ref === target.ref)?.organization_slug
  const allowed =
    organization !== undefined &&
    can(shell.permissions, {
      action: permission.action,
      resource: permission.resource,
      organization,
      project: target.ref ?? null,
      data: {
        subject: { id: shell.profile.id },
        ...(ownerId !== undefined && { resource: { owner_id: ownerId } }),
      },
    })
  return { allowed, reason: allowed ? undefined : permission.denied || DENIED }
}
