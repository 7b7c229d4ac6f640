import { oc } from '@orpc/contract'
import { type Access, DENIED, type Permission } from './access.ts'

export type RouteMeta = { readonly access?: Access }

/** How calls can be refused, with what is said where the route has no better sentence. */
export const REFUSALS = {
  BAD_REQUEST: { status: 400, message: 'The request is not valid' },
  UNAUTHORIZED: { status: 401, message: 'Sign in to continue' },
  FORBIDDEN: { status: 403, message: DENIED },
  NOT_FOUND: { status: 404, message: 'Not found' },
  CONFLICT: { status: 409, message: 'That conflicts with the current state' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Wait a moment, then try again' },
} as const

const base = oc.$meta<RouteMeta>({}).errors(REFUSALS)

/** Starts a route that anyone may call. */
export const publicRoute = (why: string) => base.meta({ access: { kind: 'public', why } })

/** Starts a route about the caller's own account. */
export const accountRoute = base.meta({ access: { kind: 'account' } })

/** Starts a route that asks for a permission. */
export const route = (permission: Permission | Extract<Access, { kind: 'instance' }>) =>
  base.meta({ access: permission })
