import * as z from 'zod'
import { organizationPermissions } from '../../org/organization.permissions.ts'
import { accountRoute, route } from '../../route.ts'
import { PlanIdSchema, Slug } from '../../schemas.ts'
import { name } from '../../text.ts'
import { OPT_IN_TAGS, Organization } from '../organization.ts'

const V1Organization = z.object({ id: z.string(), slug: z.string(), name: z.string() })

export const HAS_PROJECTS = 'Delete the projects of this organization first'
/** The answer to an opt-in of an organization that the operator has marked. */
export const HIPAA_NEVER_SHARES =
  'An organization with the HIPAA add-on never sends project metadata, and this cannot be changed'

export const listOrganizations = accountRoute
  .route({ method: 'GET', path: '/v1/organizations', tags: ['Organizations'], summary: 'Organizations you belong to' })
  .output(z.array(V1Organization))

export const createOrganization = accountRoute
  .route({
    method: 'POST',
    path: '/v1/organizations',
    tags: ['Organizations'],
    summary: 'Create an organization',
    successStatus: 201,
  })
  .input(z.object({ name: name('Organization name', 64) }))
  .output(V1Organization)

export const getOrganization = route(organizationPermissions.read)
  .route({ method: 'GET', path: '/v1/organizations/{slug}', tags: ['Organizations'], summary: 'One organization' })
  .input(z.object({ slug: Slug }))
  .output(V1Organization.extend({ plan: PlanIdSchema, opt_in_tags: z.array(z.string()) }))

export const updateOrganization = route(organizationPermissions.update)
  .route({
    method: 'PATCH',
    path: '/platform/organizations/{slug}',
    tags: ['Organizations'],
    summary: 'Rename, or change opt-ins',
  })
  .input(
    z.object({
      slug: Slug,
      name: name('Organization name', 64).optional(),
      opt_in_tags: z.array(z.enum(OPT_IN_TAGS)).optional(),
    }),
  )
  .output(Organization)

export const deleteOrganization = route(organizationPermissions.remove)
  .route({
    method: 'DELETE',
    path: '/platform/organizations/{slug}',
    tags: ['Organizations'],
    summary: 'Delete an organization without projects',
  })
  .input(z.object({ slug: Slug }))
  .output(z.object({ slug: z.string() }))
