import type { DatabaseRole } from '@stoa/contract'

/** What each role of the platform is for. */
const PLATFORM: Readonly<Record<string, string>> = {
  stoa_admin: 'The platform itself, which nobody else can log in as',
  postgres: 'The owner of the database',
  anon: 'Requests of the APIs that are not signed in',
  authenticated: 'Requests of the APIs that are signed in',
  service_role: 'Requests with a secret key, which pass row level security',
  authenticator: 'Logs in for the APIs and becomes one of the three roles of requests',
  stoa_reader: 'Reads for members who may only read, for reports and for the assistant',
  supabase_auth_admin: 'Owns what the auth API keeps',
  supabase_storage_admin: 'Owns what the storage API keeps',
}

/** What a role is for, as far as it is known. */
export const roleAbout = ({
  name,
  comment,
  origin,
}: Pick<DatabaseRole, 'name' | 'comment' | 'origin'>): string | null =>
  comment ?? (origin === 'platform' ? (PLATFORM[name] ?? null) : null)

/** Why a role cannot be changed or dropped; undefined when it can. */
export function keptReason({ origin, alterable }: Pick<DatabaseRole, 'origin' | 'alterable'>): string | undefined {
  if (origin === 'platform') return 'The platform works with this role'
  if (origin === 'postgres') return 'Postgres brings this role along'
  return alterable
    ? undefined
    : 'Only a role that holds it with its admin option may change it, which postgres does not'
}

/** What a role may do by its attributes, in words. */
export function attributeWords(role: DatabaseRole): string {
  const words = [
    role.superuser ? 'superuser' : null,
    role.can_login ? 'logs in' : null,
    role.bypass_rls ? 'passes RLS' : null,
    role.create_role ? 'makes roles' : null,
    role.create_db ? 'makes databases' : null,
    role.replication ? 'replicates' : null,
    role.inherit ? null : 'does not inherit',
  ].filter((word) => word !== null)
  return words.length === 0 ? 'none' : words.join(', ')
}
