import { NO_ROLE, ROLES, type Role } from '@stoa/contract'

/** Roles as a form holds them. */
export type RolesDraft = {
  /** The role in the whole organization; `none` for somebody who only works in some projects. */
  readonly role: Role | 'none'
  readonly projects: readonly { readonly ref: string; readonly role: Role }[]
}

/** Makes a draft of what somebody holds. */
export const toDraft = (held: { role: Role | null; projects: readonly { ref: string; role: Role }[] }): RolesDraft => ({
  role: held.role ?? 'none',
  projects: held.projects.map(({ ref, role }) => ({ ref, role })),
})

/** Makes the call's input of a draft. */
export const toInput = (draft: RolesDraft) => ({
  role: draft.role === 'none' ? null : draft.role,
  projects: draft.projects.map(({ ref, role }) => ({ ref, role })),
})

/** What is wrong with a draft, or null. */
export const draftProblem = (draft: RolesDraft): string | null =>
  draft.role === 'none' && draft.projects.length === 0 ? NO_ROLE : null

/** The roles on offer, strongest first; Owner exists in the whole organization only. */
export const PROJECT_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'Owner')
