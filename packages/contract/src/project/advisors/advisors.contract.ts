import * as z from 'zod'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { projectPermissions } from '../project.permissions.ts'
import { ADVICE_LEVELS } from './advice-kinds.ts'
import { ADVICE_IDS } from './advisors.ts'

const path = '/platform/projects/{ref}/advisors'
const tags = ['Database']

export const ADVICE_TOO_SLOW = 'Looking took too long and was stopped. Try again when the database is less busy'
/** Most findings that can be ignored in a project. */
export const IGNORED_MAX = 1000
export const IGNORED_TOO_MANY = `At most ${IGNORED_MAX} findings can be ignored. Restore some that no longer exist`

export const Finding = z.object({
  /** Stays the same for as long as the object has its name, also over a restore. */
  id: z.string(),
  check: z.enum(ADVICE_IDS),
  level: z.enum(ADVICE_LEVELS),
  schema: z.string(),
  /** What kind of object it is, such as `table` or `index`. */
  type: z.string(),
  /** Its name without its schema; of a function with its arguments. */
  name: z.string(),
  /** The table that the object belongs to, or is; null for functions. */
  table: z.string().nullable(),
  /** A sentence about this one object. */
  detail: z.string(),
  /** Statements that put it right, each without its semicolon; none when only people can know how. */
  fix: z.array(z.string()),
  /** Whether they may run inside a transaction; what may not is one statement. */
  fix_in_transaction: z.boolean(),
  ignored: z.boolean(),
})
export type Finding = z.infer<typeof Finding>

export const Advice = z.object({
  findings: z.array(Finding),
  /** Since when the server counts how its indexes are used. */
  counted_since: z.string().nullable(),
})
export type Advice = z.infer<typeof Advice>

/** Looks at the database as the role that can only read. */
export const listAdvice = route(projectPermissions.readSql)
  .route({ method: 'GET', path, tags, summary: 'What could be safer or faster in the database' })
  .input(z.object({ ref: Ref }))
  .output(Advice)

/** Ignores a finding for everybody in the project, or takes that back. */
export const ignoreAdvice = route(projectPermissions.ignoreAdvice)
  .route({ method: 'PUT', path: `${path}/ignored`, tags, summary: 'Ignore a finding, or restore it' })
  .input(
    z.object({
      ref: Ref,
      id: z
        .string()
        .max(400, 'This is not the id of a finding')
        .refine((id) => ADVICE_IDS.some((check) => id.startsWith(`${check}:`)), 'This is not the id of a finding'),
      ignored: z.boolean(),
    }),
  )
  .output(z.void())
