import * as z from 'zod'
import { PLANS, type PlanId } from '../../plans.ts'
import { projectPermissions } from '../../project/project.permissions.ts'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { ADDON_NAMES, ADDON_TYPES, type AddonType } from './addons.ts'

const ByRef = z.object({ ref: Ref })
const Type = z.enum(ADDON_TYPES)

const Variant = z.object({
  /** Such as `ci_small` or `pitr_7`. */
  id: z.string(),
  name: z.string(),
  price: z.object({
    description: z.string(),
    type: z.enum(['fixed', 'usage']),
    interval: z.enum(['monthly', 'hourly']),
    /** In US dollars. */
    amount: z.number(),
  }),
  meta: z.record(z.string(), z.number()),
})

/** A project's add-ons, in the shape of the published Management API. */
export const Addons = z.object({
  selected_addons: z.array(z.object({ type: Type, variant: Variant })),
  available_addons: z.array(
    z.object({
      type: Type,
      name: z.string(),
      variants: z.array(Variant),
      /** Why the project cannot be given it, as a sentence; null when it can. */
      refusal: z.string().nullable(),
    }),
  ),
})
export type Addons = z.infer<typeof Addons>

export const UNKNOWN_ADDON = 'There is no such add-on. The available ones are listed with the project’s add-ons'
export const ADDON_NOT_SELECTED = 'The project does not have this add-on'
export const ADDON_SELECTED = 'The project already has this add-on'
/** The answer to an add-on that the organization's plan does not have. */
export const addonNotInPlan = (type: AddonType, plan: PlanId): string =>
  `The ${PLANS[plan].name} plan does not include ${ADDON_NAMES[type].toLowerCase()}. Change the plan first`
export const DOMAIN_IN_USE = 'Remove the project’s custom domain first'

export const getAddons = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/billing/addons',
    tags: ['Add-ons'],
    summary: 'The add-ons of a project',
  })
  .input(ByRef)
  .output(Addons)

export const getAddonsV1 = route(projectPermissions.read)
  .route({
    method: 'GET',
    path: '/v1/projects/{ref}/billing/addons',
    tags: ['Add-ons'],
    summary: 'The add-ons of a project',
  })
  .input(ByRef)
  .output(Addons)

/** Adds an add-on, or changes its variant. A compute size restarts the project; turning recovery on, its server. */
export const applyAddonV1 = route(projectPermissions.changeAddons)
  .route({
    method: 'PATCH',
    path: '/v1/projects/{ref}/billing/addons',
    tags: ['Add-ons'],
    summary: 'Add an add-on or change its variant',
  })
  .input(
    ByRef.extend({
      addon_type: z.enum(ADDON_TYPES, { error: UNKNOWN_ADDON }),
      addon_variant: z.string({ error: UNKNOWN_ADDON }).max(64, UNKNOWN_ADDON),
    }),
  )
  .output(Addons)

/** Removes an add-on, named by its variant. Without one of compute the project has the smallest size. */
export const removeAddonV1 = route(projectPermissions.changeAddons)
  .route({
    method: 'DELETE',
    path: '/v1/projects/{ref}/billing/addons/{addon_variant}',
    tags: ['Add-ons'],
    summary: 'Remove an add-on',
  })
  .input(ByRef.extend({ addon_variant: z.string().max(64, UNKNOWN_ADDON) }))
  .output(Addons)
