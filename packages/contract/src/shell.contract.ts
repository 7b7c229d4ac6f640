import * as z from 'zod'
import { Profile } from './account/account.contract.ts'
import { Organization } from './org/organization.ts'
import type { Condition, Grant } from './permissions.ts'
import { accountRoute } from './route.ts'

const GrantSchema: z.ZodType<Grant> = z.object({
  actions: z.array(z.string()),
  resources: z.array(z.string()),
  condition: z.custom<Condition>().nullable(),
  restrictive: z.boolean(),
  organization_slug: z.string(),
  project_refs: z.array(z.string()).nullable(),
})

/** What the frame around every screen needs, in one answer. */
export const Shell = z.object({
  profile: Profile,
  /** Whether the account set this platform up, and may change what holds for all of it. */
  operator: z.boolean(),
  organizations: z.array(Organization),
  projects: z.array(z.object({ ref: z.string(), name: z.string(), organization_slug: z.string() })),
  permissions: z.array(GrantSchema),
  flags: z.record(z.string(), z.boolean()),
  engine: z.object({
    regions: z.array(z.object({ id: z.string(), name: z.string() })),
    versions: z.array(z.object({ version: z.string(), postgres_engine: z.string(), release_channel: z.string() })),
    default_version: z.string(),
  }),
  version: z.string(),
})
export type Shell = z.infer<typeof Shell>

export const getShell = accountRoute
  .route({ method: 'GET', path: '/platform/shell', tags: ['Account'], summary: 'What the dashboard’s frame needs' })
  .output(Shell)
