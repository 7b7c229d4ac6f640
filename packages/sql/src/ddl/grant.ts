import { qualifiedName, quoteIdent } from '../quote.ts'
import { quoteRole } from './parts.ts'

/** Something that privileges are given on. */
export type GrantTarget =
  | { readonly kind: 'schema'; readonly schema: string }
  | { readonly kind: 'table' | 'sequence'; readonly schema: string; readonly name: string }
  /** One column of a table. */
  | { readonly kind: 'column'; readonly schema: string; readonly name: string; readonly column: string }

/** One privilege that is to be given or taken. */
export type GrantChange = {
  readonly target: GrantTarget
  /** `public` stands for everybody. */
  readonly role: string
  /** A word of Postgres's, such as `SELECT`. */
  readonly privilege: string
  readonly give: boolean
}

const PRIVILEGES = new Set('SELECT INSERT UPDATE DELETE TRUNCATE REFERENCES TRIGGER MAINTAIN USAGE CREATE'.split(' '))

const targetOf = (target: GrantTarget): string =>
  target.kind === 'schema'
    ? `schema ${quoteIdent(target.schema)}`
    : `${target.kind === 'sequence' ? 'sequence' : 'table'} ${qualifiedName(target.schema, target.name)}`

/**
 * Gives and takes privileges, those of one role on one thing in one statement. What is taken goes first: with a table's
 * privilege go those of its columns, which may be given in its place.
 * @throws RangeError when a privilege is none
 */
export function changeGrants(changes: readonly GrantChange[]): string[] {
  const statements = new Map<string, string[]>()
  for (const { target, role, privilege, give } of changes) {
    if (!PRIVILEGES.has(privilege)) throw new RangeError(`${privilege} is not a privilege.`)
    const rest = `on ${targetOf(target)} ${give ? 'to' : 'from'} ${quoteRole(role)}`
    const key = `${give ? 'grant' : 'revoke'} ${rest}`
    const on = target.kind === 'column' ? ` (${quoteIdent(target.column)})` : ''
    statements.set(key, [...(statements.get(key) ?? []), `${privilege.toLowerCase()}${on}`])
  }
  const written = [...statements].map(([key, privileges]) => {
    const [verb = '', ...rest] = key.split(' ')
    return { verb, text: `${verb} ${privileges.join(', ')} ${rest.join(' ')}` }
  })
  return [...written.filter(({ verb }) => verb === 'revoke'), ...written.filter(({ verb }) => verb === 'grant')].map(
    ({ text }) => text,
  )
}
