import { quoteIdent } from '../quote.ts'
import { commentOn } from './parts.ts'

/** A schema as it is or as it is to be. */
export type SchemaShape = { readonly name: string; readonly owner: string; readonly comment: string | null }

const API_ROLES = 'anon, authenticated, service_role'

/**
 * Makes a schema.
 * @param forApi lets the roles of a request use it and what is made in it, as in the schema `public`
 */
export function createSchema({ name, owner, comment }: SchemaShape, forApi: boolean): string[] {
  const quoted = quoteIdent(name)
  return [
    `create schema ${quoted} authorization ${quoteIdent(owner)}`,
    ...(forApi
      ? [
          `grant usage on schema ${quoted} to ${API_ROLES}`,
          ...['tables', 'sequences', 'routines'].map(
            (kind) => `alter default privileges in schema ${quoted} grant all on ${kind} to ${API_ROLES}`,
          ),
        ]
      : []),
    ...(comment ? [commentOn(`schema ${quoted}`, comment)] : []),
  ]
}

/** Makes one schema of another. @returns nothing when they are the same */
export const alterSchema = (before: SchemaShape, after: SchemaShape): string[] => [
  ...(before.name === after.name
    ? []
    : [`alter schema ${quoteIdent(before.name)} rename to ${quoteIdent(after.name)}`]),
  ...(before.owner === after.owner
    ? []
    : [`alter schema ${quoteIdent(after.name)} owner to ${quoteIdent(after.owner)}`]),
  ...((before.comment ?? '') === (after.comment ?? '')
    ? []
    : [commentOn(`schema ${quoteIdent(after.name)}`, after.comment)]),
]

/** Drops a schema; with `cascade`, all that is in it. */
export const dropSchema = (name: string, cascade = false): string =>
  `drop schema ${quoteIdent(name)}${cascade ? ' cascade' : ''}`
