import * as z from 'zod'
import { PlanIdSchema } from '../schemas.ts'

export const Organization = z.object({
  id: z.number().int(),
  slug: z.string(),
  name: z.string(),
  plan: z.object({ id: PlanIdSchema, name: z.string() }),
  opt_in_tags: z.array(z.string()),
  /** Whether the operator has marked it so that nothing about its databases is ever sent anywhere. */
  hipaa: z.boolean(),
  created_at: z.string(),
})
export type Organization = z.infer<typeof Organization>

/** Opt-in tags that an organization may carry. */
export const OPT_IN_TAGS = ['AI_SQL_GENERATOR_OPT_IN'] as const
