import * as z from 'zod'
import { COMPUTE_IDS } from './compute.ts'
import { PLAN_IDS } from './plans.ts'
import { POSTGREST_STATUSES, PROJECT_STATUSES, type ProjectStatus } from './project/lifecycle/project.lifecycle.ts'
import { ROLES } from './roles.ts'

// The catalogues themselves are plain data, so that a page can show them without loading the validator.
export const ComputeIdSchema = z.enum(COMPUTE_IDS)
export const PlanIdSchema = z.enum(PLAN_IDS)
export const RoleSchema = z.enum(ROLES)
export const ProjectStatusSchema = z.enum(PROJECT_STATUSES as [ProjectStatus, ...ProjectStatus[]])
export const PostgrestStatusSchema = z.enum(POSTGREST_STATUSES)

/** A project's ref: 20 lower-case letters. */
export const Ref = z.string().regex(/^[a-z]{20}$/, 'A project ref is 20 lower-case letters')
/** An account's id. */
export const AccountId = z.string().regex(/^[\w-]{1,64}$/, 'This is not the id of an account')
/** An organization's slug. */
export const Slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/, 'An organization slug has lower-case letters, digits and hyphens')
