import * as z from 'zod'

// What a database holds, in the shapes of the published library @supabase/postgres-meta, so that tools written for
// it work here. Names and nullability follow it; nothing is added.

export const MetaColumn = z.object({
  table_id: z.number(),
  schema: z.string(),
  table: z.string(),
  /** Table and place of the column, such as `16412.1`. */
  id: z.string(),
  ordinal_position: z.number(),
  name: z.string(),
  default_value: z.string().nullable(),
  /** As information_schema says it: `ARRAY` and `USER-DEFINED` stand for what it has no word for. */
  data_type: z.string(),
  /** The type's own name, such as `int8`. */
  format: z.string(),
  is_identity: z.boolean(),
  identity_generation: z.enum(['ALWAYS', 'BY DEFAULT']).nullable(),
  is_generated: z.boolean(),
  is_nullable: z.boolean(),
  is_updatable: z.boolean(),
  is_unique: z.boolean(),
  enums: z.array(z.string()),
  check: z.string().nullable(),
  comment: z.string().nullable(),
})
export type MetaColumn = z.infer<typeof MetaColumn>

const columns = z.array(MetaColumn).optional()

export const MetaTable = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  rls_enabled: z.boolean(),
  rls_forced: z.boolean(),
  replica_identity: z.enum(['DEFAULT', 'INDEX', 'FULL', 'NOTHING']),
  bytes: z.number(),
  size: z.string(),
  live_rows_estimate: z.number(),
  dead_rows_estimate: z.number(),
  comment: z.string().nullable(),
  columns,
  primary_keys: z.array(
    z.object({ schema: z.string(), table_name: z.string(), name: z.string(), table_id: z.number() }),
  ),
  relationships: z.array(
    z.object({
      id: z.number(),
      constraint_name: z.string(),
      source_schema: z.string(),
      source_table_name: z.string(),
      source_column_name: z.string(),
      target_table_schema: z.string(),
      target_table_name: z.string(),
      target_column_name: z.string(),
    }),
  ),
})
export type MetaTable = z.infer<typeof MetaTable>

export const MetaView = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  is_updatable: z.boolean(),
  comment: z.string().nullable(),
  columns,
})

export const MetaMaterializedView = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  is_populated: z.boolean(),
  comment: z.string().nullable(),
  columns,
})

export const MetaForeignTable = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  columns,
})

export const MetaFunction = z.object({
  id: z.number(),
  schema: z.string(),
  name: z.string(),
  language: z.string(),
  definition: z.string(),
  complete_statement: z.string(),
  args: z.array(
    z.object({
      mode: z.enum(['in', 'out', 'inout', 'variadic', 'table']),
      name: z.string(),
      type_id: z.number(),
      has_default: z.boolean(),
    }),
  ),
  argument_types: z.string(),
  identity_argument_types: z.string(),
  return_type_id: z.number(),
  return_type: z.string(),
  return_type_relation_id: z.number().nullable(),
  is_set_returning_function: z.boolean(),
  /** How many rows the planner expects of one that returns a set; null of others. */
  prorows: z.number().nullable(),
  behavior: z.enum(['IMMUTABLE', 'STABLE', 'VOLATILE']),
  security_definer: z.boolean(),
  config_params: z.record(z.string(), z.string()).nullable(),
})

export const MetaTrigger = z.object({
  id: z.number(),
  table_id: z.number(),
  enabled_mode: z.enum(['ORIGIN', 'REPLICA', 'ALWAYS', 'DISABLED']),
  name: z.string(),
  table: z.string(),
  schema: z.string(),
  condition: z.string().nullable(),
  orientation: z.enum(['ROW', 'STATEMENT']),
  activation: z.enum(['BEFORE', 'AFTER', 'INSTEAD OF']),
  events: z.array(z.enum(['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'])),
  function_name: z.string(),
  function_schema: z.string(),
  function_args: z.array(z.string()),
})

export const MetaPolicy = z.object({
  id: z.number(),
  schema: z.string(),
  table: z.string(),
  table_id: z.number(),
  name: z.string(),
  action: z.enum(['PERMISSIVE', 'RESTRICTIVE']),
  roles: z.array(z.string()),
  command: z.enum(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'ALL']),
  definition: z.string().nullable(),
  check: z.string().nullable(),
})

export const MetaType = z.object({
  id: z.number(),
  name: z.string(),
  schema: z.string(),
  format: z.string(),
  enums: z.array(z.string()),
  attributes: z.array(z.object({ name: z.string(), type_id: z.number() })),
  comment: z.string().nullable(),
  type_relation_id: z.number().nullable(),
})
export type MetaType = z.infer<typeof MetaType>

export const MetaExtension = z.object({
  name: z.string(),
  /** Null until it is enabled. */
  schema: z.string().nullable(),
  default_version: z.string(),
  installed_version: z.string().nullable(),
  comment: z.string().nullable(),
})

export const MetaRole = z.object({
  id: z.number(),
  name: z.string(),
  is_superuser: z.boolean(),
  can_create_db: z.boolean(),
  can_create_role: z.boolean(),
  inherit_role: z.boolean(),
  can_login: z.boolean(),
  is_replication_role: z.boolean(),
  can_bypass_rls: z.boolean(),
  active_connections: z.number(),
  connection_limit: z.number(),
  /** Always stars: passwords are told to nobody. */
  password: z.string(),
  valid_until: z.string().nullable(),
  config: z.record(z.string(), z.string()).nullable(),
})

export const MetaSchema = z.object({ id: z.number(), name: z.string(), owner: z.string() })

export const MetaPublication = z.object({
  id: z.number(),
  name: z.string(),
  owner: z.string(),
  publish_insert: z.boolean(),
  publish_update: z.boolean(),
  publish_delete: z.boolean(),
  publish_truncate: z.boolean(),
  /** Null when it publishes all tables. */
  tables: z.array(z.object({ id: z.number(), name: z.string(), schema: z.string() })).nullable(),
})

export const MetaIndex = z.object({
  id: z.number(),
  table_id: z.number(),
  schema: z.string(),
  number_of_attributes: z.number(),
  number_of_key_attributes: z.number(),
  is_unique: z.boolean(),
  is_primary: z.boolean(),
  is_exclusion: z.boolean(),
  is_immediate: z.boolean(),
  is_clustered: z.boolean(),
  is_valid: z.boolean(),
  check_xmin: z.boolean(),
  is_ready: z.boolean(),
  is_live: z.boolean(),
  is_replica_identity: z.boolean(),
  key_attributes: z.array(z.number()),
  collation: z.array(z.number()),
  class: z.array(z.number()),
  options: z.array(z.number()),
  index_predicate: z.string().nullable(),
  comment: z.string().nullable(),
  index_definition: z.string(),
  access_method: z.string(),
  index_attributes: z.array(
    z.object({ attribute_number: z.number(), attribute_name: z.string(), data_type: z.string() }),
  ),
})

export const MetaColumnPrivileges = z.object({
  column_id: z.string(),
  relation_schema: z.string(),
  relation_name: z.string(),
  column_name: z.string(),
  privileges: z.array(
    z.object({
      grantor: z.string(),
      grantee: z.string(),
      privilege_type: z.enum(['SELECT', 'INSERT', 'UPDATE', 'REFERENCES']),
      is_grantable: z.boolean(),
    }),
  ),
})
