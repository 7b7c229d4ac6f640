import type pg from 'pg'
import { ADMIN } from '../access.ts'

/**
 * What belongs to a database but not to its schema, so that pg_dump leaves it out: roles with their memberships
 * and settings, the privileges on the database, and what is left of that with which every server is made.
 */
export type Cluster = {
  /** The Postgres major version it was read from. */
  readonly major: number
  readonly roles: readonly Role[]
  readonly memberships: readonly Membership[]
  readonly settings: readonly Setting[]
  readonly database: { readonly grants: readonly Grant[]; readonly comment: string | null }
  /** Whether there is a schema `public`. */
  readonly hasPublic: boolean
  /** Extensions that are still as the server was made with them. */
  readonly extensions: readonly string[]
}

export type Role = {
  readonly name: string
  readonly inherits: boolean
  readonly createsRoles: boolean
  readonly createsDatabases: boolean
  readonly logsIn: boolean
  readonly bypassesRls: boolean
  readonly connections: number
  readonly validUntil: string | null
  /** The password's verifier; null when it has none or when it is not to be told. */
  readonly verifier: string | null
  readonly comment: string | null
}

/** `inherits` and `sets` are null before Postgres 16, where the member's own attribute decides. */
export type Membership = {
  readonly role: string
  readonly member: string
  readonly grantor: string | null
  readonly admin: boolean
  readonly inherits: boolean | null
  readonly sets: boolean | null
}

/** One `name=value` for a role, in all databases or in this one; for the database itself when `role` is null. */
export type Setting = {
  readonly role: string | null
  readonly everywhere: boolean
  readonly name: string
  readonly value: string
}

/** `grantee` null is everybody. */
export type Grant = {
  readonly grantee: string | null
  readonly privileges: readonly string[]
  readonly grantable: boolean
}

/** Objects with a lower number were made before people came. */
export const FIRST_OF_PEOPLE = 16384

/** Roles that every server is made with. Their passwords are the platform's to set. */
export const PLATFORM_ROLES = [
  'postgres',
  'anon',
  'authenticated',
  'service_role',
  'authenticator',
  'stoa_reader',
  'supabase_auth_admin',
  'supabase_storage_admin',
]

const grants = (acl: string): string => `(
  select coalesce(json_agg(json_build_object('grantee', who, 'privileges', what, 'grantable', is_grantable)), '[]'::json)
  from (
    select case when grantee = 0 then null else pg_get_userbyid(grantee) end as who,
           json_agg(privilege_type order by privilege_type) as what, is_grantable
    from aclexplode(${acl}) group by grantee, is_grantable order by grantee, is_grantable
  ) each_grant)`

const ROLES = `
  select rolname as name, rolinherit as inherits, rolcreaterole as "createsRoles", rolcreatedb as "createsDatabases",
         rolcanlogin as "logsIn", rolbypassrls as "bypassesRls", rolconnlimit as connections,
         rolvaliduntil::text as "validUntil",
         case when $2::text = 'all' or rolname <> all ($3::text[]) then rolpassword end as verifier,
         shobj_description(oid, 'pg_authid') as comment
  from pg_authid where rolname !~ '^pg_' and rolname <> $1 and rolname !~ '^stoa_load_' order by rolname`

const memberships = (major: number): string => `
  select role.rolname as role, member.rolname as member, grantor.rolname as grantor, admin_option as admin,
         ${major < 16 ? 'null::bool' : 'inherit_option'} as inherits, ${major < 16 ? 'null::bool' : 'set_option'} as sets
  from pg_auth_members
  join pg_roles role on role.oid = roleid
  join pg_roles member on member.oid = pg_auth_members.member
  left join pg_roles grantor on grantor.oid = pg_auth_members.grantor
  where member.rolname !~ '^(pg|stoa_load)_' and role.rolname !~ '^stoa_load_'
    and member.rolname <> $1 and role.rolname <> $1
  order by pg_auth_members.${major < 16 ? 'roleid, pg_auth_members.member' : 'oid'}`

const SETTINGS = `
  select rolname as role, setdatabase = 0 as everywhere, split_part(entry, '=', 1) as name,
         substr(entry, strpos(entry, '=') + 1) as value
  from pg_db_role_setting
  left join pg_roles on pg_roles.oid = setrole, unnest(setconfig) with ordinality as one (entry, place)
  where (setrole <> 0 or setdatabase <> 0) and coalesce(rolname, '') !~ '^stoa_'
    and setdatabase in (0, (select oid from pg_database where datname = current_database()))
  order by rolname nulls first, setdatabase, place`

const DATABASE = `
  select ${grants("coalesce(datacl, acldefault('d', datdba))")} as grants,
         shobj_description(oid, 'pg_database') as comment
  from pg_database where datname = current_database()`

const KEPT = `
  select exists (select from pg_namespace where nspname = 'public') as "hasPublic",
         array(select extname::text from pg_extension where oid < ${FIRST_OF_PEOPLE} order by 1) as extensions`

/**
 * Reads what pg_dump leaves out, as the session sees it.
 * @param admin a superuser session
 * @param verifiers `all` password verifiers, or only those of roles that people made
 */
export async function readCluster(admin: pg.Client, verifiers: 'all' | 'people'): Promise<Cluster> {
  const version = await admin.query<{ major: number }>(
    "select current_setting('server_version_num')::int / 10000 as major",
  )
  const major = version.rows[0]?.major ?? 0
  const roles = await admin.query<Role>(ROLES, [ADMIN, verifiers, PLATFORM_ROLES])
  const members = await admin.query<Membership>(memberships(major), [ADMIN])
  const settings = await admin.query<Setting>(SETTINGS)
  const database = await admin.query<Cluster['database']>(DATABASE)
  const kept = await admin.query<Pick<Cluster, 'hasPublic' | 'extensions'>>(KEPT)
  const { hasPublic = true, extensions = [] } = kept.rows[0] ?? {}
  return {
    major,
    roles: roles.rows,
    memberships: members.rows,
    settings: settings.rows,
    database: database.rows[0] ?? { grants: [], comment: null },
    hasPublic,
    extensions,
  }
}
