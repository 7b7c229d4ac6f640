import { onOrganization } from '../access.ts'

const UPDATE_DENIED = 'You do not have the required permissions to update this organization'

/** What a member may be allowed to do to an organization. */
export const organizationPermissions = {
  read: onOrganization('read:Read', 'organizations'),
  update: onOrganization('write:Update', 'organizations', UPDATE_DENIED),
  remove: onOrganization('write:Delete', 'organizations', 'Only an owner can delete the organization'),
  readBilling: onOrganization('read:Read', 'billing'),
  changePlan: onOrganization(
    'billing:Write',
    'subscriptions',
    'You need additional permissions to amend subscriptions',
  ),
  readMembers: onOrganization('read:Read', 'members'),
  manageMembers: onOrganization('write:Update', 'members', 'You need additional permissions to manage members'),
  manageOwners: onOrganization('write:Update', 'owners', 'Only an owner can add, change or remove owners'),
  createProject: onOrganization('write:Create', 'projects', 'You need additional permissions to create projects'),
} as const
