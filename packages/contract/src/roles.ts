import type { Condition, Grant } from './permissions.ts'

export const ROLES = ['Owner', 'Administrator', 'Developer', 'Read-only'] as const
export type Role = (typeof ROLES)[number]

/** What each role means, for the people who choose one. */
export const ROLE_DESCRIPTIONS: Record<Role, string> = {
  Owner: 'Everything, including other owners, the plan and deleting the organization',
  Administrator: 'Everything but owners, the plan and deleting the organization',
  Developer: 'Works in projects: SQL, data, keys. Cannot create, pause or delete projects, or manage people',
  'Read-only': 'Sees projects and runs read-only SQL. Does not see secret keys',
}

type RoleGrant = Pick<Grant, 'actions' | 'resources'> & { condition?: Condition; restrictive?: true }

const OWN: Condition = { '==': [{ var: 'resource.owner_id' }, { var: 'subject.id' }] }
const OWN_CONTENT: RoleGrant = {
  actions: ['write:Create', 'write:Update', 'write:Delete'],
  resources: ['user_content'],
  condition: OWN,
}

const GRANTS: Record<Role, readonly RoleGrant[]> = {
  Owner: [{ actions: ['%'], resources: ['%'] }],
  Administrator: [
    { actions: ['%'], resources: ['%'] },
    { actions: ['write:Delete'], resources: ['organizations'], restrictive: true },
    { actions: ['write:%', 'billing:Write'], resources: ['subscriptions', 'owners'], restrictive: true },
  ],
  Developer: [
    { actions: ['read:%'], resources: ['%'] },
    { actions: ['tenant:Sql:%'], resources: ['%'] },
    { actions: ['infra:Execute'], resources: ['reboot'] },
    OWN_CONTENT,
  ],
  'Read-only': [
    {
      actions: ['read:Read'],
      resources: ['projects', 'organizations', 'members', 'activity', 'user_content', 'billing'],
    },
    { actions: ['tenant:Sql:Read'], resources: ['%'] },
    OWN_CONTENT,
  ],
}

/**
 * The grants that a role gives in an organization, or in some of its projects.
 * @param role the role
 * @param organization the organization's slug
 * @param projectRefs the projects that the role is limited to; null for the whole organization
 */
export function grantsOf(role: Role, organization: string, projectRefs: readonly string[] | null): Grant[] {
  // A role held in one project says nothing about the organization's own rights: its restrictions stay with it.
  return GRANTS[role].map((grant) => ({
    actions: grant.actions,
    resources: grant.resources,
    condition: grant.condition ?? null,
    restrictive: grant.restrictive ?? false,
    organization_slug: organization,
    project_refs: projectRefs,
  }))
}
