import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

/** What can be asked for what stands on it. */
const DEPENDED_KINDS = ['relation', 'column', 'constraint', 'function', 'type', 'schema', 'extension'] as const
export type DependedKind = (typeof DEPENDED_KINDS)[number]

const Dependents = z.object({
  /** What would be dropped along, as Postgres names it: `view busy`, `policy mine on table notes`. At most 100. */
  names: z.array(z.string()),
  total: z.number().int(),
})
export type Dependents = z.infer<typeof Dependents>

/** What would go along with an object that is dropped with CASCADE, and what keeps it from being dropped without. */
export const listDependents = route(projectPermissions.readSql)
  .route({
    method: 'GET',
    path: '/platform/projects/{ref}/database/dependents',
    tags: ['Database'],
    summary: 'What stands on an object',
  })
  .input(
    z.object({
      ref: Ref,
      kind: z.enum(DEPENDED_KINDS),
      id: z.coerce.number().int().min(1).max(4_294_967_295),
      /** Of a column: its place in the table that `id` names. */
      column: z.coerce.number().int().min(0).max(1_600).default(0),
    }),
  )
  .output(Dependents)
