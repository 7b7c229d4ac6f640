import * as z from 'zod'
import { projectPermissions } from '../../../project/project.permissions.ts'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import * as shapes from './meta.ts'

/** A yes or no in an address. */
const flag = (fallback: boolean) => z.stringbool().or(z.boolean()).default(fallback)
/** Names between commas. */
const names = z
  .string()
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .optional()

const Paged = z.object({
  ref: Ref,
  limit: z.coerce.number().int().min(0).optional(),
  offset: z.coerce.number().int().min(0).optional(),
})
const InSchemas = Paged.extend({
  include_system_schemas: flag(false),
  included_schemas: names,
  excluded_schemas: names,
})
const WithColumns = InSchemas.extend({ include_columns: flag(true) })

const list = <I extends z.ZodType, O extends z.ZodType>(what: string, summary: string, input: I, output: O) =>
  route(projectPermissions.readSql)
    .route({ method: 'GET', path: `/platform/pg-meta/{ref}/${what}`, tags: ['Database'], summary })
    .input(input)
    .output(z.array(output))

/** Tables and partitioned tables, by name. */
export const listTables = list('tables', 'Tables, sorted by name', WithColumns, shapes.MetaTable)
export const listColumns = list('columns', 'Columns of tables and views', InSchemas, shapes.MetaColumn)
export const listViews = list('views', 'Views', WithColumns, shapes.MetaView)
export const listMaterializedViews = list(
  'materialized-views',
  'Materialized views',
  WithColumns,
  shapes.MetaMaterializedView,
)
export const listForeignTables = list('foreign-tables', 'Foreign tables', WithColumns, shapes.MetaForeignTable)
export const listFunctions = list('functions', 'Functions', InSchemas, shapes.MetaFunction)
export const listTriggers = list('triggers', 'Triggers', InSchemas, shapes.MetaTrigger)
export const listPolicies = list('policies', 'Row level security policies', InSchemas, shapes.MetaPolicy)
export const listTypes = list(
  'types',
  'Types',
  InSchemas.extend({ include_table_types: flag(false), include_array_types: flag(false) }),
  shapes.MetaType,
)
export const listExtensions = list('extensions', 'Extensions, enabled and not', Paged, shapes.MetaExtension)
export const listRoles = list('roles', 'Roles', Paged.extend({ include_default_roles: flag(false) }), shapes.MetaRole)
export const listSchemas = list(
  'schemas',
  'Schemas',
  Paged.extend({ include_system_schemas: flag(false) }),
  shapes.MetaSchema,
)
export const listPublications = list('publications', 'Publications', Paged, shapes.MetaPublication)
export const listIndexes = list('indexes', 'Indexes', InSchemas, shapes.MetaIndex)
export const listColumnPrivileges = list(
  'column-privileges',
  'Who may do what with each column',
  InSchemas,
  shapes.MetaColumnPrivileges,
)
