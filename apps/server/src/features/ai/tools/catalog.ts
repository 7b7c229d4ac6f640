import { TOOL_NO_TABLE, TOOL_NOT_RUNNING, type ToolFailure, toolOtherSchema } from '@stoa/contract'
import pg from 'pg'
import { readCatalog } from '../../../core/catalog/catalog.ts'
import * as objects from '../../../core/catalog/objects.ts'
import * as relations from '../../../core/catalog/relations.ts'
import { readTable } from '../../../core/catalog/table.ts'
import { catalog, outsiders } from './other-schemas.ts'
import type { Looking } from './query.ts'

/** Most things of one list that a model is given. */
const LIST_MAX = 500
/** Most characters of a comment: people write whole pages there, and others write to the model. */
const COMMENT_MAX = 300

type Named = { readonly schema: string; readonly name: string; readonly comment: string | null }

const list = async <T extends pg.QueryResultRow>(looking: Looking, text: string): Promise<T[]> =>
  readCatalog<T>(await catalog(looking), text, {
    included_schemas: looking.sharing.schemas,
    include_columns: false,
    limit: LIST_MAX,
  })

const short = (comment: string | null | undefined): { comment: string } | Record<never, never> =>
  comment ? { comment: comment.length > COMMENT_MAX ? `${comment.slice(0, COMMENT_MAX)}…` : comment } : {}

/** What is read of a catalogue, or why it cannot be. */
export async function orFailure<T>(read: Promise<T>): Promise<T | ToolFailure> {
  try {
    return await read
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw error
    return { error: TOOL_NOT_RUNNING }
  }
}

/** The schemas that may be looked at and are there. Others are not named. */
export async function listSchemas(looking: Looking): Promise<{ schemas: string[] }> {
  const rows = await list<{ name: string }>(looking, objects.SCHEMAS)
  return { schemas: rows.map(({ name }) => name) }
}

/** Tables, views and the like of the schemas that may be looked at. */
export async function listTables(looking: Looking) {
  const kinds = [
    ['table', relations.TABLES],
    ['view', relations.VIEWS],
    ['materialized view', relations.MATERIALIZED_VIEWS],
    ['foreign table', relations.FOREIGN_TABLES],
  ] as const
  const lists = await Promise.all(
    kinds.map(async ([kind, text]) =>
      (await list<Named & { rls_enabled?: boolean }>(looking, text)).map((row) => ({
        schema: row.schema,
        name: row.name,
        kind,
        ...(row.rls_enabled !== undefined && { row_level_security: row.rls_enabled }),
        ...short(row.comment),
      })),
    ),
  )
  return { tables: lists.flat().slice(0, LIST_MAX) }
}

/** One table or view with its columns. */
export async function describeTable(looking: Looking, named: { schema?: string | undefined; table: string }) {
  const { schemas } = looking.sharing
  if (named.schema !== undefined && !schemas.includes(named.schema)) return { error: toolOtherSchema(schemas) }
  const pool = await catalog(looking)
  const others = await outsiders(looking)
  for (const schema of named.schema === undefined ? schemas : [named.schema]) {
    const table = await readTable(pool, schema, named.table)
    if (table === null) continue
    return {
      schema,
      name: table.name,
      kind: table.kind,
      ...short(table.comment),
      row_level_security: table.rls_enabled,
      policies: table.policies,
      primary_key: table.columns.filter((column) => column.is_primary_key).map((column) => column.name),
      columns: table.columns.map((column) => ({
        name: column.name,
        type: others.masked(column.data_type),
        nullable: column.is_nullable,
        ...(column.default_value !== null && { default: others.masked(column.default_value) }),
        ...(column.is_identity && { identity: true }),
        ...(column.generated !== null && { generated: others.masked(column.generated) }),
        ...(column.enums.length > 0 && !others.has(column.data_type) && { enum: column.enums }),
        ...short(column.comment),
        ...reference(column.foreign_key, schemas),
      })),
    }
  }
  return { error: TOOL_NO_TABLE }
}

/** Where a column points; what lies in other schemas is not named. */
function reference(
  key: { readonly schema: string; readonly table: string; readonly column: string } | null,
  schemas: readonly string[],
) {
  if (key === null) return {}
  return { references: schemas.includes(key.schema) ? `${key.schema}.${key.table}.${key.column}` : 'another schema' }
}

/** The policies of row level security. */
export async function listPolicies(looking: Looking) {
  const rows = await list<{ schema: string; table: string; name: string } & Record<string, unknown>>(
    looking,
    objects.POLICIES,
  )
  const others = await outsiders(looking)
  return {
    policies: rows.map(({ schema, table, name, action, roles, command, definition, check }) => ({
      schema,
      table,
      name,
      action,
      roles,
      command,
      using: others.masked(definition),
      check: others.masked(check),
    })),
  }
}

/** Functions by their signatures. Their bodies stay: people keep keys and addresses in them. */
export async function listFunctions(looking: Looking) {
  const rows = await list<{ schema: string; name: string } & Record<string, unknown>>(looking, objects.FUNCTIONS)
  const others = await outsiders(looking)
  return {
    functions: rows.map(({ schema, name, language, argument_types, return_type, behavior, security_definer }) => ({
      schema,
      name,
      arguments: others.masked(argument_types),
      returns: others.masked(return_type),
      language,
      behavior,
      security_definer,
    })),
  }
}

/** The extensions that are enabled. */
export async function listExtensions(looking: Looking) {
  const rows = await readCatalog<{ name: string; installed_version: string | null }>(
    await catalog(looking),
    objects.EXTENSIONS,
  )
  return {
    extensions: rows
      .filter((row) => row.installed_version !== null)
      .map(({ name, installed_version }) => ({ name, version: installed_version })),
  }
}

/** A name as it stands among instructions: one that could be read as anything else is a text in quotes, on one line. */
const written = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name) ? name : JSON.stringify(name).replaceAll('<', '\\u003c')

/** Tables with their columns as short lines, for models that cannot ask. @param max most characters */
export async function tablesAsText(looking: Looking, max: number): Promise<string> {
  const rows = await readCatalog<{ schema: string; table: string; name: string; format: string }>(
    await catalog(looking),
    relations.COLUMNS,
    { included_schemas: looking.sharing.schemas },
  )
  const tables = new Map<string, string[]>()
  for (const { schema, table, name, format } of rows) {
    const key = `${written(schema)}.${written(table)}`
    tables.set(key, [...(tables.get(key) ?? []), `${written(name)} ${written(format)}`])
  }
  const lines: string[] = []
  let size = 0
  for (const [table, columns] of tables) {
    const line = `${table}(${columns.join(', ')})`
    size += line.length + 1
    if (size > max) break
    lines.push(line)
  }
  return lines.join('\n')
}
