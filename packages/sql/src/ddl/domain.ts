import { qualifiedName, quoteIdent } from '../quote.ts'
import { commentOn } from './parts.ts'

/** A domain, which is another type with rules of its own, as it is or is to be. */
export type DomainShape = {
  readonly schema: string
  readonly name: string
  readonly comment: string | null
  /** The type that it stands on, as SQL. Postgres does not change it. */
  readonly base: string
  /** As SQL; null for none. */
  readonly default_value: string | null
  readonly is_nullable: boolean
  /** `before` is the name of a rule that is there; null for a new one, which Postgres names. `VALUE` is the value. */
  readonly checks: readonly { readonly expression: string; readonly before: string | null }[]
}

/** Makes a domain. */
export function createDomain(domain: DomainShape): string[] {
  const name = qualifiedName(domain.schema, domain.name)
  const clauses = [
    ...(domain.default_value === null ? [] : [`default ${domain.default_value}`]),
    ...(domain.is_nullable ? [] : ['not null']),
    ...domain.checks.map(({ expression }) => `check (${expression})`),
  ]
  return [
    [`create domain ${name} as ${domain.base}`, ...clauses].join('\n  '),
    ...(domain.comment ? [commentOn(`domain ${name}`, domain.comment)] : []),
  ]
}

/**
 * Makes one domain of another on the same type. Rules that are there stay or go; they are not rewritten.
 * @returns nothing when they are the same
 */
export function alterDomain(before: DomainShape, after: DomainShape): string[] {
  const name = qualifiedName(before.schema, before.name)
  const alter = (what: string) => `alter domain ${name} ${what}`
  const stays = new Set(after.checks.map((check) => check.before))
  return [
    ...before.checks
      .filter((check) => check.before !== null && !stays.has(check.before))
      .map((check) => alter(`drop constraint ${quoteIdent(check.before ?? '')}`)),
    ...(before.default_value === after.default_value
      ? []
      : [alter(after.default_value === null ? 'drop default' : `set default ${after.default_value}`)]),
    ...(before.is_nullable === after.is_nullable ? [] : [alter(after.is_nullable ? 'drop not null' : 'set not null')]),
    ...after.checks.filter((check) => check.before === null).map((check) => alter(`add check (${check.expression})`)),
    ...((before.comment ?? '') === (after.comment ?? '') ? [] : [commentOn(`domain ${name}`, after.comment)]),
    ...(before.name === after.name ? [] : [alter(`rename to ${quoteIdent(after.name)}`)]),
    ...(before.schema === after.schema
      ? []
      : [`alter domain ${qualifiedName(before.schema, after.name)} set schema ${quoteIdent(after.schema)}`]),
  ]
}

/** Drops a domain; with `cascade`, the columns that are of it too. */
export const dropDomain = (schema: string, name: string, cascade = false): string =>
  `drop domain ${qualifiedName(schema, name)}${cascade ? ' cascade' : ''}`
