import { qualifiedName, quoteIdent } from '../quote.ts'
import { commentOn, quoteRole } from './parts.ts'

/** A policy as it is or as it is to be. */
export type PolicyShape = {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly permissive: boolean
  readonly command: 'ALL' | 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
  /** Empty for everybody. */
  readonly roles: readonly string[]
  /** Which rows are seen, as somebody wrote it; empty for none said. */
  readonly using: string
  /** Which rows may be written; empty for those of `using`. */
  readonly check: string
  /** What it is for; it is kept when the policy has to be made anew. */
  readonly comment?: string | null
}

const named = ({ schema, table, name }: Pick<PolicyShape, 'schema' | 'table' | 'name'>): string =>
  `policy ${quoteIdent(name)} on ${qualifiedName(schema, table)}`

/** INSERT has no rows to see, SELECT and DELETE write none. */
const hasUsing = ({ command }: PolicyShape): boolean => command !== 'INSERT'
const hasCheck = ({ command }: PolicyShape): boolean => command !== 'SELECT' && command !== 'DELETE'

const rolesOf = ({ roles }: PolicyShape): string => (roles.length === 0 ? ['public'] : roles).map(quoteRole).join(', ')
const usingOf = (policy: PolicyShape): string[] =>
  hasUsing(policy) && policy.using.trim() !== '' ? [`using (${policy.using.trim()})`] : []
const checkOf = (policy: PolicyShape): string[] =>
  hasCheck(policy) && policy.check.trim() !== '' ? [`with check (${policy.check.trim()})`] : []

/** Makes a policy. */
export const createPolicy = (policy: PolicyShape): string =>
  [
    `create ${named(policy)}`,
    ...(policy.permissive ? [] : ['as restrictive']),
    `for ${policy.command.toLowerCase()}`,
    `to ${rolesOf(policy)}`,
    ...usingOf(policy),
    ...checkOf(policy),
  ].join('\n')

/** Makes one policy of another on the same table. @returns nothing when they are the same */
export function alterPolicy(before: PolicyShape, after: PolicyShape): string[] {
  // What cannot be altered is made anew, in the same transaction; so is a condition that goes away.
  const lost = usingOf(before).length > usingOf(after).length || checkOf(before).length > checkOf(after).length
  if (before.command !== after.command || before.permissive !== after.permissive || lost)
    return [
      dropPolicy(before),
      createPolicy(after),
      ...(before.comment ? [commentOn(named(after), before.comment)] : []),
    ]
  const changes = [
    ...(rolesOf(before) === rolesOf(after) ? [] : [`to ${rolesOf(after)}`]),
    ...(usingOf(before)[0] === usingOf(after)[0] ? [] : usingOf(after)),
    ...(checkOf(before)[0] === checkOf(after)[0] ? [] : checkOf(after)),
  ]
  return [
    ...(changes.length === 0 ? [] : [[`alter ${named(before)}`, ...changes].join('\n')]),
    ...(before.name === after.name ? [] : [`alter ${named(before)} rename to ${quoteIdent(after.name)}`]),
  ]
}

/** Drops a policy. */
export const dropPolicy = (policy: Pick<PolicyShape, 'schema' | 'table' | 'name'>): string => `drop ${named(policy)}`

/** Turns row level security of a table on or off. */
export const setRowSecurity = (schema: string, table: string, on: boolean): string =>
  `alter table ${qualifiedName(schema, table)} ${on ? 'enable' : 'disable'} row level security`

/** Says whether policies hold for the table's owner too. */
export const forceRowSecurity = (schema: string, table: string, on: boolean): string =>
  `alter table ${qualifiedName(schema, table)} ${on ? 'force' : 'no force'} row level security`
