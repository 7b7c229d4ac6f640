import { quoteIdent, quoteLiteral } from '../quote.ts'
import { commentOn } from './parts.ts'

/** A role as it is or as it is to be. */
export type RoleShape = {
  readonly name: string
  readonly canLogin: boolean
  readonly inherit: boolean
  readonly createDb: boolean
  readonly createRole: boolean
  readonly bypassRls: boolean
  /** -1 is no limit. */
  readonly connectionLimit: number
  /** A time as Postgres reads it; null for as long as the role is there. */
  readonly validUntil: string | null
  /** A verifier or a password to be set; null leaves it as it is. */
  readonly password: string | null
  readonly memberOf: readonly string[]
  readonly comment: string | null
}

const PLAIN: RoleShape = {
  name: '',
  canLogin: false,
  inherit: true,
  createDb: false,
  createRole: false,
  bypassRls: false,
  connectionLimit: -1,
  validUntil: null,
  password: null,
  memberOf: [],
  comment: null,
}

const FLAGS = [
  ['canLogin', 'login'],
  ['inherit', 'inherit'],
  ['createDb', 'createdb'],
  ['createRole', 'createrole'],
  ['bypassRls', 'bypassrls'],
] as const

/** The attributes in which two roles differ, as CREATE ROLE and ALTER ROLE take them. */
const attributes = (before: RoleShape, after: RoleShape): string[] => [
  ...FLAGS.filter(([key]) => before[key] !== after[key]).map(([key, word]) => (after[key] ? word : `no${word}`)),
  ...(before.connectionLimit === after.connectionLimit
    ? []
    : [`connection limit ${Math.trunc(after.connectionLimit)}`]),
  ...(before.validUntil === after.validUntil ? [] : [`valid until ${quoteLiteral(after.validUntil ?? 'infinity')}`]),
  ...(after.password === null ? [] : [`password ${quoteLiteral(after.password)}`]),
]

const memberships = (before: RoleShape, after: RoleShape): string[] => [
  ...after.memberOf
    .filter((role) => !before.memberOf.includes(role))
    .map((role) => `grant ${quoteIdent(role)} to ${quoteIdent(after.name)}`),
  ...before.memberOf
    .filter((role) => !after.memberOf.includes(role))
    .map((role) => `revoke ${quoteIdent(role)} from ${quoteIdent(after.name)}`),
]

/** Makes a role. */
export const createRole = (role: RoleShape): string[] => [
  [`create role ${quoteIdent(role.name)}`, ...attributes(PLAIN, role)].join(' '),
  ...memberships(PLAIN, role),
  ...(role.comment ? [commentOn(`role ${quoteIdent(role.name)}`, role.comment)] : []),
]

/** Makes one role of another. @returns nothing when they are the same */
export function alterRole(before: RoleShape, after: RoleShape): string[] {
  const changed = attributes(before, after)
  return [
    ...(before.name === after.name
      ? []
      : [`alter role ${quoteIdent(before.name)} rename to ${quoteIdent(after.name)}`]),
    ...(changed.length === 0 ? [] : [`alter role ${quoteIdent(after.name)} ${changed.join(' ')}`]),
    ...memberships(before, after),
    ...((before.comment ?? '') === (after.comment ?? '')
      ? []
      : [commentOn(`role ${quoteIdent(after.name)}`, after.comment)]),
  ]
}

/**
 * Drops a role.
 * @param heir takes what belongs to it, and what it was granted goes away; null where nothing does
 */
export const dropRole = (name: string, heir: string | null): string[] => [
  ...(heir === null
    ? []
    : [
        // Only a member of a role may give its objects away.
        `grant ${quoteIdent(name)} to ${quoteIdent(heir)}`,
        `reassign owned by ${quoteIdent(name)} to ${quoteIdent(heir)}`,
        `drop owned by ${quoteIdent(name)}`,
      ]),
  `drop role ${quoteIdent(name)}`,
]
