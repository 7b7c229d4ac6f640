import { EngineError } from '@stoa/engine'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { type Cluster, type Grant, type Membership, PLATFORM_ROLES, type Role, type Setting } from './cluster.ts'

/** Predefined roles that an owner can hand on in some version. All others open files, programs or verifiers. */
const HANDED_ON = [
  'pg_checkpoint',
  'pg_monitor',
  'pg_read_all_settings',
  'pg_read_all_stats',
  'pg_signal_backend',
  'pg_stat_scan_tables',
]

/** Settings whose value is a list of names, which is stored as it has to be written. */
const LISTS = ['local_preload_libraries', 'search_path', 'session_preload_libraries', 'temp_tablespaces']

const not = (is: boolean): string => (is === true ? '' : 'NO')
const name = (text: string): string => escapeIdentifier(`${text}`)
const text = (value: string): string => escapeLiteral(`${value}`)
const toWhom = (grantee: string | null): string => (grantee === null ? 'PUBLIC' : name(grantee))
const isOurs = (role: string): boolean => /^stoa_/.test(role)

/** Makes a role or gives the one that is there the same attributes. Nobody becomes a superuser or replicates by it. */
export function roleStatements(role: Role): string[] {
  const who = name(role.name)
  // The platform's own reader is as the server was made with it, but for the password that clients know.
  if (role.name === 'stoa_reader' && role.verifier) return [`ALTER ROLE ${who} PASSWORD ${text(role.verifier)};`]
  if (isOurs(role.name) || /^pg_/.test(role.name)) return []
  const made = PLATFORM_ROLES.includes(role.name) ? [] : [`CREATE ROLE ${who};`]
  const attributes = [
    `${not(role.inherits)}INHERIT`,
    `${not(role.createsRoles)}CREATEROLE`,
    `${not(role.createsDatabases)}CREATEDB`,
    `${not(role.logsIn)}LOGIN`,
    `${not(role.bypassesRls)}BYPASSRLS`,
    `CONNECTION LIMIT ${Number(role.connections)}`,
    role.verifier === null ? '' : `PASSWORD ${text(role.verifier)}`,
    role.validUntil === null ? '' : `VALID UNTIL ${text(role.validUntil)}`,
  ]
  const altered = `ALTER ROLE ${who} WITH ${attributes.filter((one) => one !== '').join(' ')};`
  return [...made, altered, ...(role.comment === null ? [] : [`COMMENT ON ROLE ${who} IS ${text(role.comment)};`])]
}

/**
 * Statements for all memberships, each after the one that lets its grantor give it.
 * @param major of the server that they are for
 * @throws EngineError `failed` for a membership that no owner can have given
 */
export function membershipStatements(
  cluster: Pick<Cluster, 'memberships' | 'roles' | 'major'>,
  major: number,
): string[] {
  const left = [...cluster.memberships]
  const superuser = (grantor: string | null): boolean => grantor === null || isOurs(grantor)
  const mayGrant = new Set<string>()
  const statements: string[] = []
  while (left.length > 0) {
    const ready = left.filter(
      ({ grantor, role }) => superuser(grantor) || mayGrant.has(JSON.stringify([grantor, role])),
    )
    for (const one of ready.length > 0 ? ready : [...left]) {
      left.splice(left.indexOf(one), 1)
      statements.push(membershipStatement(one, major, ready.length > 0 && !superuser(one.grantor)))
      if (one.admin === true) mayGrant.add(JSON.stringify([one.member, one.role]))
    }
  }
  return statements
}

function membershipStatement(one: Membership, major: number, named: boolean): string {
  if (/^pg_/.test(one.role) && !HANDED_ON.includes(one.role)) {
    throw new EngineError('failed', `Nobody but the platform can be a member of ${one.role}.`)
  }
  const options = [
    one.admin === true ? 'ADMIN OPTION' : '',
    major >= 16 && one.inherits !== null ? `INHERIT ${one.inherits === true}` : '',
    major >= 16 && one.sets !== null ? `SET ${one.sets === true}` : '',
  ].filter((option) => option !== '')
  const grant = `GRANT ${name(one.role)} TO ${name(one.member)}`
  const given = options.length > 0 ? `${grant} WITH ${options.join(', ')}` : grant
  return major >= 16 && named && one.grantor !== null ? `${given} GRANTED BY ${name(one.grantor)};` : `${given};`
}

/** Settings that only the platform can have made up, for the APIs of a project. */
const isPlatforms = ({ name: setting }: Setting): boolean => /^(?:app|pgrst)\.[\w.]+$/i.test(setting)

/**
 * Statements for the settings of roles and of the database.
 * @param whose those that people may make, or those that take the platform's superuser
 */
export function settingStatements({ settings }: Pick<Cluster, 'settings'>, whose: 'people' | 'platform'): string[] {
  const wanted = settings.filter((setting) => isPlatforms(setting) === (whose === 'platform'))
  return wanted.flatMap(({ role, everywhere, name: setting, value }) => {
    if (role !== null && isOurs(role)) return []
    const where = role === null ? 'DATABASE postgres' : `ROLE ${name(role)}${everywhere ? '' : ' IN DATABASE postgres'}`
    const given = LISTS.includes(setting.toLowerCase()) ? listOf(value).map(text).join(', ') : text(value)
    return [`ALTER ${where} SET ${setting.split('.').map(name).join('.')} TO ${given === '' ? "''" : given};`]
  })
}

/** The names in a list such as `"$user", public`. */
export function listOf(value: string): string[] {
  const names: string[] = []
  for (const [, quoted, plain] of value.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^",]+))\s*(?:,|$)/g)) {
    names.push(quoted === undefined ? `${plain}`.trim().toLowerCase() : quoted.replaceAll('""', '"'))
  }
  return names
}

/** Statements for the privileges on the database and its comment. */
export function databaseStatements({ grants, comment }: Cluster['database']): string[] {
  return [
    'REVOKE ALL ON DATABASE postgres FROM PUBLIC;',
    ...grants.map((one) => `GRANT ${privileges(one)} ON DATABASE postgres TO ${toWhom(one.grantee)}${grantable(one)};`),
    comment === null ? '' : `COMMENT ON DATABASE postgres IS ${text(comment)};`,
  ].filter((statement) => statement !== '')
}

/** A privilege is a word or two; whatever else stands in a file is none. */
function privileges(grant: Grant): string {
  if (grant.privileges.every((words) => /^[A-Z ]+$/.test(words))) return grant.privileges.join(', ')
  throw new EngineError('failed', 'The dump names a privilege that Postgres does not know.')
}

const grantable = (one: Grant): string => (one.grantable === true ? ' WITH GRANT OPTION' : '')
