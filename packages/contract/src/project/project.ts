import * as z from 'zod'
import { ComputeIdSchema, PlanIdSchema, PostgrestStatusSchema, ProjectStatusSchema } from '../schemas.ts'

/** A project as the dashboard knows it. */
export const Project = z.object({
  id: z.number().int(),
  ref: z.string(),
  name: z.string(),
  organization_slug: z.string(),
  organization_plan: PlanIdSchema,
  region: z.string(),
  status: ProjectStatusSchema,
  postgrestStatus: PostgrestStatusSchema,
  /** Prefixed `supabase-postgres-`. */
  dbVersion: z.string(),
  postgres_engine: z.string(),
  release_channel: z.string(),
  restUrl: z.string(),
  /** As the owner, without the password. */
  connectionString: z.string(),
  db_host: z.string(),
  db_port: z.number().int().nullable(),
  compute_size: ComputeIdSchema,
  created_at: z.string(),
  /** Since when the project has had its status. */
  status_since: z.string(),
})
export type Project = z.infer<typeof Project>
