// Who calls routes, and who may call what, for the table of all routes.

/** Who calls, in the order of the columns of the table. */
export const CALLERS = ['nobody', 'stranger', 'Read-only', 'Developer', 'Administrator', 'Owner', 'elsewhere'] as const
export type CallerName = (typeof CALLERS)[number]

/** An organization with its people, a project and what routes can be pointed at. */
export type World = {
  slug: string
  ref: string
  token: Record<CallerName, string | undefined>
  /** The member whose roles are changed. */
  member: string
  invitationId: string
  invitationToken: string
  /** A finished backup of the project whose file is gone. */
  backup: () => Promise<number>
  /** A key of the project's APIs. */
  apiKey: () => Promise<string>
  /** A secret of the project's vault. */
  secret: () => Promise<string>
  /** A personal access token of the caller's own, by caller. */
  ownToken: (caller: CallerName) => Promise<string>
}
export type Request = { readonly params?: Record<string, string>; readonly body?: unknown }
export type Expected = 'ok' | 401 | 403 | 404

// One column for each caller, in this order: nobody (not signed in), stranger (an account without membership), the
// four roles in the organization, elsewhere (an Owner of another project of the same organization, and nothing else).
export const PUBLIC = 'ok ok ok ok ok ok ok'
export const ACCOUNT = '401 ok ok ok ok ok ok'
export const ORG_ANY_MEMBER = '401 404 ok ok ok ok ok'
export const ORG_READ = '401 404 ok ok ok ok 403'
export const ORG_ADMIN = '401 404 403 403 ok ok 403'
export const ORG_OWNER = '401 404 403 403 403 ok 403'
/** For the one account that set the platform up, which is none of these. */
export const INSTANCE = '401 403 403 403 403 403 403'
export const PROJECT_READ = '401 404 ok ok ok ok 404'
export const PROJECT_WORK = '401 404 403 ok ok ok 404'
export const PROJECT_ADMIN = '401 404 403 403 ok ok 404'
export const PROJECT_OWNER = '401 404 403 403 403 ok 404'
