import type pg from 'pg'
import type { CatalogFilter } from '../../../../core/catalog/catalog.ts'
import { listCatalog } from '../../../../core/catalog/list.ts'
import * as objects from '../../../../core/catalog/objects.ts'
import * as relations from '../../../../core/catalog/relations.ts'
import { api, type Context } from '../../../../core/context.ts'

/** One list in the published shape. @throws ORPCError 409 while the server does not run */
async function list<T extends pg.QueryResultRow>(context: Context, text: string, input: CatalogFilter): Promise<T[]> {
  const rows = await listCatalog<T>(context, text, input)
  if (input.include_columns !== false) return rows
  return rows.map(({ columns: _, ...rest }) => rest as unknown as T)
}

const { meta: routes } = api.project.database

export const meta = {
  tables: routes.tables.handler(({ input, context }) => list(context, relations.TABLES, input)),
  columns: routes.columns.handler(({ input, context }) => list(context, relations.COLUMNS, input)),
  views: routes.views.handler(({ input, context }) => list(context, relations.VIEWS, input)),
  materializedViews: routes.materializedViews.handler(({ input, context }) =>
    list(context, relations.MATERIALIZED_VIEWS, input),
  ),
  foreignTables: routes.foreignTables.handler(({ input, context }) => list(context, relations.FOREIGN_TABLES, input)),
  functions: routes.functions.handler(({ input, context }) => list(context, objects.FUNCTIONS, input)),
  triggers: routes.triggers.handler(({ input, context }) => list(context, objects.TRIGGERS, input)),
  policies: routes.policies.handler(({ input, context }) => list(context, objects.POLICIES, input)),
  types: routes.types.handler(({ input, context }) => list(context, objects.TYPES, input)),
  extensions: routes.extensions.handler(({ input, context }) => list(context, objects.EXTENSIONS, input)),
  roles: routes.roles.handler(({ input, context }) => list(context, objects.ROLES, input)),
  schemas: routes.schemas.handler(({ input, context }) => list(context, objects.SCHEMAS, input)),
  publications: routes.publications.handler(({ input, context }) => list(context, objects.PUBLICATIONS, input)),
  indexes: routes.indexes.handler(({ input, context }) => list(context, relations.INDEXES, input)),
  columnPrivileges: routes.columnPrivileges.handler(({ input, context }) =>
    list(context, relations.COLUMN_PRIVILEGES, input),
  ),
}
