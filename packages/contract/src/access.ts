/**
 * Who may call a route.
 * - `public`: anyone, signed in or not; `why` says why that is right.
 * - `account`: whoever is signed in, about nothing but their own account and what their roles let them see.
 * - `organization`, `project`: a member whose grants allow `action` on `resource` of the organization (named by the
 *   input's `slug` or `organization_slug`) or the project (named by `ref`). `denied` is the sentence of the refusal,
 *   used by the server's 403 and by the disabled button alike.
 * - `instance`: the account that set the platform up, about what holds for all of it.
 */
export type Access =
  | { readonly kind: 'public'; readonly why: string }
  | { readonly kind: 'account' }
  | { readonly kind: 'instance'; readonly denied: string }
  | {
      readonly kind: 'organization' | 'project'
      readonly action: string
      readonly resource: string
      readonly denied: string
      /** Set for what people may do to things of their own: the question is asked about a thing of the caller's. */
      readonly own?: boolean
    }

/** The sentence of a refusal for which the route has no better one. */
export const DENIED = 'You need additional permissions to do this'

/** A permission on an organization or a project, shared by the route that asks for it and the button that calls it. */
export type Permission = Extract<Access, { kind: 'organization' | 'project' }>

/** Names a permission on an organization. */
export const onOrganization = (action: string, resource: string, denied = DENIED): Permission => ({
  kind: 'organization',
  action,
  resource,
  denied,
})

/** Names a permission on a project. */
export const onProject = (action: string, resource: string, denied = DENIED): Permission => ({
  kind: 'project',
  action,
  resource,
  denied,
})

/** Names what only the account that set the platform up may do. */
export const onInstance = (denied: string): Extract<Access, { kind: 'instance' }> => ({ kind: 'instance', denied })
