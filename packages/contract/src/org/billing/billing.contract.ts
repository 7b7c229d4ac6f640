import * as z from 'zod'
import { organizationPermissions } from '../../org/organization.permissions.ts'
import { PLANS, type PlanId } from '../../plans.ts'
import { ADDON_NAMES, type AddonType } from '../../project/addons/addons.ts'
import { route } from '../../route.ts'
import { ComputeIdSchema, PlanIdSchema, Slug } from '../../schemas.ts'
import { Organization } from '../organization.ts'
import { PLAN_CHANGE_SOURCES } from './plan-change.ts'

const BySlug = z.object({ slug: Slug })

/** A member who has as many active projects in free organizations as they may have. */
export const FreeLimitMember = z.object({
  username: z.string(),
  primary_email: z.string(),
  free_project_limit: z.number().int(),
})
export type FreeLimitMember = z.infer<typeof FreeLimitMember>

/** The answer to one more active project than a member of the organization may have. Its `data.members` names them. */
export const FREE_LIMIT_REACHED =
  'Members of this organization have reached their free project limit. Pause or delete one of their projects, or change the plan'

/** The first names of a list, and how many more there are. */
function named(names: readonly string[]): string {
  const shown = names.slice(0, 3)
  const rest = names.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

/** The answer to a plan that does not have the compute size of some projects. */
export const planLacksSizes = (plan: PlanId, projects: readonly string[]): string => {
  const sizes = PLANS[plan].computeSizes.join(', ')
  return `The ${PLANS[plan].name} plan has no other compute size than ${sizes}. Change the size of ${named(projects)} first`
}

/** The answer to a plan that does not have the add-ons of some projects. */
export const planLacksAddons = (
  plan: PlanId,
  held: readonly { readonly project: string; readonly type: AddonType }[],
): string => {
  const each = held.map(({ project, type }) => `${ADDON_NAMES[type].toLowerCase()} from ${project}`)
  return `The ${PLANS[plan].name} plan does not include all add-ons that are in use. Remove ${named(each)} first`
}

/** The answer to a plan on which some members would have more active projects than it allows. */
export const planLacksProjects = (plan: PlanId, members: readonly string[]): string =>
  `On the ${PLANS[plan].name} plan some members would have more active projects than they may have: ${named(members)}. Pause or delete projects first`

const PLAN = { tags: ['Organizations'] }

export const changePlan = route(organizationPermissions.changePlan)
  .route({ ...PLAN, method: 'PUT', path: '/platform/organizations/{slug}/plan', summary: 'Change the plan' })
  .input(
    BySlug.extend({
      plan: PlanIdSchema,
      /** What led to the change, for the audit log. */
      source: z.enum(PLAN_CHANGE_SOURCES).optional(),
    }),
  )
  .output(Organization)

/** The plan, the add-ons of the projects, and what is used. Stoa bills nobody: prices are figures of the operator. */
export const Subscription = z.object({
  plan: z.object({ id: PlanIdSchema, name: z.string() }),
  addons: z.array(
    z.object({ project_ref: z.string(), project_name: z.string(), type: z.string(), variant: z.string() }),
  ),
  usage: z.object({
    projects: z.number().int(),
    active_projects: z.number().int(),
    members: z.number().int(),
    /** The projects' files on disk; null while none of them can be measured. */
    disk_bytes: z.number().nullable(),
    disk_limit_bytes: z.number(),
    backups: z.number().int(),
    backup_bytes: z.number(),
    /** The caller's active projects in organizations of this plan, and the most of them; null for no limit. */
    own_projects: z.number().int(),
    own_project_limit: z.number().int().nullable(),
  }),
  compute_prices: z.array(
    z.object({
      id: ComputeIdSchema,
      /** In US dollars; null where the operator has set none. */
      price_per_month: z.number().nullable(),
      /** How many projects of the organization have the size. */
      projects: z.number().int(),
    }),
  ),
})
export type Subscription = z.infer<typeof Subscription>

export const getSubscription = route(organizationPermissions.readBilling)
  .route({
    ...PLAN,
    method: 'GET',
    path: '/platform/organizations/{slug}/billing/subscription',
    summary: 'The plan and what is used of it',
  })
  .input(BySlug)
  .output(Subscription)

export const freeLimitMembers = route(organizationPermissions.readMembers)
  .route({
    ...PLAN,
    method: 'GET',
    path: '/platform/organizations/{slug}/members/reached-free-project-limit',
    summary: 'Members who reached their free project limit',
  })
  .input(BySlug)
  .output(z.array(FreeLimitMember))
