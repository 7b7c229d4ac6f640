import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

/** How long a table is looked through before a change of its columns, in seconds. */
export const COLUMN_CHECK_SECONDS = 10
export const TABLE_TOO_LARGE = `The table is too large to be looked through in ${COLUMN_CHECK_SECONDS} seconds. Nothing was changed`

const COLUMNS_MAX = 1_600
const Name = z.string().min(1).max(63)

const Count = z.object({ column: z.string(), count: z.number().int() })

export const ColumnConversion = z.object({
  column: z.string(),
  /** Values that the new type does not take. */
  failing: z.number().int(),
  /** One of them. */
  failing_example: z.string().nullable(),
  /** Values that the new type takes, but not as they are: what is rounded or cut off is lost. */
  changed: z.number().int(),
  changed_example: z.object({ before: z.string(), after: z.string() }).nullable(),
  /** What Postgres says when no value can be converted at all. */
  refusal: z.string().nullable(),
})
export type ColumnConversion = z.infer<typeof ColumnConversion>

/**
 * Looks through a table before its columns are changed: what a new type would do to the values, how many of them would
 * go with a column, how many are null. Nothing is changed.
 */
export const checkColumns = route(projectPermissions.writeSql)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/database/columns/check',
    tags: ['Database'],
    summary: 'What a change of columns would do to their values',
  })
  .input(
    z.object({
      ref: Ref,
      schema: Name,
      table: Name,
      /** Columns that get another type. */
      conversions: z
        .array(z.object({ column: Name, data_type: z.string().min(1).max(500) }))
        .max(COLUMNS_MAX)
        .default([]),
      /** Columns that are dropped. */
      drops: z.array(Name).max(COLUMNS_MAX).default([]),
      /** Columns that are to hold no nulls any more. */
      not_null: z.array(Name).max(COLUMNS_MAX).default([]),
    }),
  )
  .output(
    z.object({
      rows: z.number().int(),
      conversions: z.array(ColumnConversion),
      /** Values that go with each column. */
      values: z.array(Count),
      nulls: z.array(Count),
    }),
  )
