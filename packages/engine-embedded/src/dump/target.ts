import { randomBytes } from 'node:crypto'
import { EngineError } from '@stoa/engine'
import { lastingClient } from '@stoa/engine/connections'
import pg from 'pg'
import { ADMIN } from '../access.ts'
import { scramVerifier } from '../scram.ts'
import { type Cluster, FIRST_OF_PEOPLE, PLATFORM_ROLES } from './cluster.ts'
import { membershipStatements, roleStatements, settingStatements } from './cluster-sql.ts'

const IS_EMPTY = `
  select not exists (select from pg_class where oid >= ${FIRST_OF_PEOPLE} and relkind not in ('t', 'i'))
     and not exists (select from pg_proc where oid >= ${FIRST_OF_PEOPLE})
     and not exists (select from pg_extension where oid >= ${FIRST_OF_PEOPLE})
     and not exists (select from pg_namespace where oid >= ${FIRST_OF_PEOPLE} and nspname !~ '^pg_') as empty`

/**
 * Statements that take back what a server is made with as far as people could have changed it. What they still have
 * of it comes with the dump. $1: the platform's superuser, $2: extensions that stay, $3: whether schema public stays.
 */
const CLEARING = `
  select format('drop schema %I', nspname) as statement from pg_namespace
    where nspname in ('auth', 'storage') or (nspname = 'public' and not $3::bool)
  union all select format('drop extension %I', extname) from pg_extension
    where pg_get_userbyid(extowner) <> $1 and extname <> all ($2::text[])
  union all select format('drop publication %I', pubname) from pg_publication
  union all select format('alter database %I reset all', current_database())
  union all select format('alter role %I reset all', rolname) from pg_roles
    where rolname !~ '^(pg|stoa)_' and rolconfig is not null
  union all select distinct format('revoke %I from %I', role.rolname, member.rolname) from pg_auth_members
    join pg_roles role on role.oid = roleid join pg_roles member on member.oid = pg_auth_members.member
    where member.rolname !~ '^pg_'
  union all select format('revoke all on database %I from %I', datname, rolname)
    from pg_database, aclexplode(datacl) join pg_roles on pg_roles.oid = grantee
    where datname = current_database() and grantee <> datdba
  union all select format('revoke all on schema public from %I', rolname)
    from pg_namespace, aclexplode(nspacl) join pg_roles on pg_roles.oid = grantee
    where nspname = 'public' and grantee <> nspowner and $3::bool
  union all select format('alter default privileges for role %I %s revoke all on %s from %s',
      pg_get_userbyid(defaclrole), case when nspname is not null then format('in schema %I', nspname) end,
      case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'routines'
                         when 'T' then 'types' else 'schemas' end,
      case when grantee = 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
    from pg_default_acl left join pg_namespace on pg_namespace.oid = defaclnamespace, aclexplode(defaclacl)
    where grantee <> defaclrole and coalesce(nspname, '') not in ('auth', 'storage')`

/** While objects are made, whoever gets one may have it anywhere. The server is nobody's yet. */
const OPEN = `
  select format('grant create on database %I to public', current_database()) as statement
  union all select 'grant create on schema extensions to public'
  union all select 'grant all on schema public to public' where $1::bool`

/** Ends what `OPEN` began, and what the schemas got that were made since. */
const CLOSE = `
  select format('revoke create on database %I from public', current_database()) as statement
  union all select 'revoke create on schema extensions from public'
  union all select 'revoke create on schema public from public' where $1::bool
  union all select format('revoke all on schema %I from public', nspname) from pg_namespace
    where oid >= ${FIRST_OF_PEOPLE} and nspname !~ '^pg_' and nspname <> 'public'`

async function runAll(admin: pg.Client, query: string, values: readonly unknown[]): Promise<void> {
  const { rows } = await admin.query<{ statement: string }>(query, [...values])
  for (const { statement } of rows) await admin.query(statement)
}

/**
 * Gives an empty server the roles, memberships of another one.
 * @param admin a superuser session on the server, which no one else uses yet
 * @throws EngineError `failed` when it is not empty
 */
export async function prepareTarget(admin: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await admin.query<{ empty: boolean }>(IS_EMPTY)
  if (!rows[0]?.empty) {
    throw new EngineError('failed', 'The database already holds something, so nothing can be loaded into it.')
  }
  // Statements may hold verifiers, which neither the list of sessions nor the log is to show.
  await admin.query("set track_activities = off; set log_min_error_statement = 'panic'; set log_statement = 'none'")
  await runAll(admin, CLEARING, [ADMIN, cluster.extensions, cluster.hasPublic])
  const major = await majorOf(admin)
  for (const role of cluster.roles) for (const statement of roleStatements(role)) await admin.query(statement)
  for (const statement of membershipStatements(cluster, major)) await admin.query(statement)
  if (cluster.major < 16 && major >= 16) await handRolesToOwner(admin, cluster)
  for (const statement of settingStatements(cluster, 'platform')) await admin.query(statement)
  await runAll(admin, OPEN, [cluster.hasPublic])
}

/** Makes the server as closed as it is without people's grants. */
export async function closeTarget(admin: pg.Client, cluster: Cluster): Promise<void> {
  await runAll(admin, CLOSE, [cluster.hasPublic])
}

/** Before 16 the owner could manage every role; since then it needs to be told of each, as if it had made them here. */
async function handRolesToOwner(admin: pg.Client, cluster: Cluster): Promise<void> {
  const managed = cluster.memberships.filter(({ member, admin: may }) => member === 'postgres' && may)
  for (const { name } of cluster.roles) {
    if (PLATFORM_ROLES.includes(name) || managed.some(({ role }) => role === name)) continue
    const role = pg.escapeIdentifier(name)
    const has = cluster.memberships.some(({ role: of, member }) => of === name && member === 'postgres')
    const options = has ? 'admin option' : 'admin option, inherit false, set false'
    // A role that is itself a member of the owner cannot be the owner's.
    await admin.query(`grant ${role} to postgres with ${options}`).catch((error: pg.DatabaseError) => {
      if (error.code !== '0LP01') throw error
    })
  }
}

async function majorOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ major: number }>(
    "select current_setting('server_version_num')::int / 10000 as major",
  )
  return rows[0]?.major ?? 0
}

/**
 * Lets `work` fill the server in a session that may do what any of its people may, and no more: what people wrote into
 * constraints, generated columns and indexes runs while it works, and must not run in a superuser's name.
 */
export async function asLoader(
  server: { sockets: string; port: number },
  admin: pg.Client,
  cluster: Cluster,
  work: (loader: pg.Client) => Promise<void>,
): Promise<void> {
  const name = `stoa_load_${randomBytes(6).toString('hex')}`
  const password = randomBytes(24).toString('hex')
  await admin.query(`create role ${name} login createrole bypassrls password '${await scramVerifier(password)}'`)
  const since16 = (await majorOf(admin)) >= 16
  const { rows } = await admin.query<{ role: string }>(
    "select quote_ident(rolname) as role from pg_roles where rolname !~ '^(pg|stoa)_' and not rolsuper",
  )
  for (const { role } of rows) {
    await admin.query(`grant ${role} to ${name} with admin ${since16 ? 'true, inherit true, set true' : 'option'}`)
  }
  const connect = async (): Promise<pg.Client> => {
    const client = lastingClient({
      host: server.sockets,
      port: server.port,
      user: name,
      password,
      database: 'postgres',
      connectionTimeoutMillis: 10_000,
      // What the database is set to must not get in the way.
      options: '-c role=none -c default_transaction_read_only=off -c statement_timeout=0 -c lock_timeout=0',
    })
    await client.connect()
    return client
  }
  const settings = await connect()
  try {
    for (const statement of settingStatements(cluster, 'people')) await settings.query(statement)
  } finally {
    await settings.end()
  }
  // From here on it manages no roles any more.
  await admin.query(`alter role ${name} nocreaterole`)
  for (const { role } of rows) await admin.query(`revoke admin option for ${role} from ${name}`)
  const loader = await connect()
  try {
    await work(loader)
  } finally {
    await loader.end()
  }
  await admin.query(`reassign owned by ${name} to postgres`)
  await admin.query(`drop owned by ${name}`)
  await admin.query(`drop role ${name}`)
}
