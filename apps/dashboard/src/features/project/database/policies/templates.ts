import type { PolicyTable } from '@stoa/contract'
import { quoteIdent } from '@stoa/sql'
import type { PolicyShape } from '@stoa/sql/ddl'

/** A policy to begin with, written for one table. */
export type PolicyTemplate = {
  readonly id: string
  readonly title: string
  /** What it does, in a sentence. */
  readonly about: string
  readonly shape: Omit<PolicyShape, 'schema' | 'table'>
}

const CLAIMS = `nullif(current_setting('request.jwt.claims', true), '')::jsonb`
// The subquery is evaluated once for a statement, not once for a row.
const USER = `(select (${CLAIMS} ->> 'sub')::uuid)`
const claim = (path: string) => `(select ${CLAIMS} ${path})`

const OWNER_NAMES = ['user_id', 'owner_id', 'owner', 'author_id', 'created_by', 'profile_id', 'customer_id']

/** The column that names whose a row is, as far as its name and type tell. */
export function ownerColumn({ columns, primary_key: key }: Pick<PolicyTable, 'columns' | 'primary_key'>): string {
  const uuids = columns.filter(({ type }) => type === 'uuid').map(({ name }) => name)
  const named = OWNER_NAMES.find((name) => uuids.includes(name))
  return named ?? uuids.find((name) => !key.includes(name)) ?? uuids[0] ?? 'user_id'
}

/** Policies to begin with, for a table. */
export function policyTemplates(table: Pick<PolicyTable, 'columns' | 'primary_key'>): PolicyTemplate[] {
  const own = `${quoteIdent(ownerColumn(table))} = ${USER}`
  const shape = { permissive: true, command: 'ALL', roles: ['authenticated'], using: '', check: '' } as const
  return [
    {
      id: 'read-all',
      title: 'Everybody reads',
      about: 'All rows, signed in or not.',
      shape: { ...shape, name: 'Everybody reads', command: 'SELECT', roles: ['anon', 'authenticated'], using: 'true' },
    },
    {
      id: 'read-signed-in',
      title: 'Signed-in people read',
      about: 'All rows, for whoever is signed in.',
      shape: { ...shape, name: 'Signed-in people read', command: 'SELECT', using: 'true' },
    },
    {
      id: 'own-all',
      title: 'People do as they like with their own rows',
      about: 'Reading, inserting, changing and deleting, by the user in the request.',
      shape: { ...shape, name: 'People keep their own rows', using: own, check: own },
    },
    {
      id: 'own-read',
      title: 'People read their own rows',
      about: 'By the user in the request.',
      shape: { ...shape, name: 'People read their own rows', command: 'SELECT', using: own },
    },
    {
      id: 'own-insert',
      title: 'People insert their own rows',
      about: 'And nobody else’s.',
      shape: { ...shape, name: 'People insert their own rows', command: 'INSERT', check: own },
    },
    {
      id: 'own-update',
      title: 'People change their own rows',
      about: 'And cannot give them away.',
      shape: { ...shape, name: 'People change their own rows', command: 'UPDATE', using: own, check: own },
    },
    {
      id: 'own-delete',
      title: 'People delete their own rows',
      about: 'By the user in the request.',
      shape: { ...shape, name: 'People delete their own rows', command: 'DELETE', using: own },
    },
    {
      id: 'by-claim',
      title: 'By a role in the token',
      about: 'For people whose token says that they are an editor.',
      shape: {
        ...shape,
        name: 'Editors do everything',
        using: `${claim(`-> 'app_metadata' ->> 'role'`)} = 'editor'`,
        check: `${claim(`-> 'app_metadata' ->> 'role'`)} = 'editor'`,
      },
    },
    {
      id: 'second-factor',
      title: 'Only with a second factor',
      about: 'Restrictive: other policies have to let the row through as well.',
      shape: {
        ...shape,
        name: 'Only with a second factor',
        permissive: false,
        using: `${claim(`->> 'aal'`)} = 'aal2'`,
        check: `${claim(`->> 'aal'`)} = 'aal2'`,
      },
    },
    {
      id: 'never-delete',
      title: 'Nobody deletes',
      about: 'Restrictive, for every role but those that pass by policies.',
      shape: { ...shape, name: 'Nobody deletes', permissive: false, command: 'DELETE', roles: [], using: 'false' },
    },
  ]
}
