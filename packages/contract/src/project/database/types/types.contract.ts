import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const Named = {
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  owner: z.string(),
  comment: z.string().nullable(),
}

/** One of a few words. */
const EnumType = z.object({ ...Named, kind: z.literal('enum'), values: z.array(z.string()) })
export type EnumType = z.infer<typeof EnumType>

/** Several fields in one value. */
const CompositeType = z.object({
  ...Named,
  kind: z.literal('composite'),
  /** Types with modifiers, such as `numeric(10,2)`. */
  fields: z.array(z.object({ name: z.string(), data_type: z.string() })),
})
export type CompositeType = z.infer<typeof CompositeType>

/** Another type with rules of its own. */
const DomainType = z.object({
  ...Named,
  kind: z.literal('domain'),
  /** The type that it stands on, with modifiers. */
  base: z.string(),
  default_value: z.string().nullable(),
  is_nullable: z.boolean(),
  checks: z.array(
    z.object({
      name: z.string(),
      expression: z.string(),
      /** False for one that was added without a look at the values that were there. */
      is_valid: z.boolean(),
    }),
  ),
})
export type DomainType = z.infer<typeof DomainType>

/** From one value to another. */
const RangeType = z.object({ ...Named, kind: z.literal('range'), base: z.string() })
export type RangeType = z.infer<typeof RangeType>

const DatabaseType = z.discriminatedUnion('kind', [EnumType, CompositeType, DomainType, RangeType])
export type DatabaseType = z.infer<typeof DatabaseType>

/** The types that people made, without those that came with an extension. */
export const listDatabaseTypes = route(projectPermissions.readSql)
  .route({ method: 'GET', path: '/platform/projects/{ref}/database/types', tags: ['Database'], summary: 'Types' })
  .input(z.object({ ref: Ref }))
  .output(z.array(DatabaseType))
