import type { Project } from '@stoa/contract'

/** Stands where the password goes: nobody can read it back, so it is never shown. */
export const PASSWORD_PLACE = '[YOUR-PASSWORD]'

/** How to reach a project's database as its owner. */
export type Connection = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/**
 * Takes the connection string apart.
 * @returns null while the project has no server
 */
export function connectionOf(project: Pick<Project, 'connectionString' | 'db_host'>): Connection | null {
  if (!URL.canParse(project.connectionString)) return null
  const { port, username, pathname } = new URL(project.connectionString)
  return {
    host: project.db_host,
    port: Number(port),
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
  }
}

/**
 * The connection string.
 * @param password the password itself, or the words that stand in its place
 */
export function connectionUri({ host, port, user, database }: Connection, password: string): string {
  const secret = password === PASSWORD_PLACE ? password : encodeURIComponent(password)
  const address = host.includes(':') ? `[${host}]` : host
  return `postgres://${encodeURIComponent(user)}:${secret}@${address}:${port}/${encodeURIComponent(database)}`
}

/** The command that opens psql; it asks for the password. */
export const psqlCommand = ({ host, port, user, database }: Connection): string =>
  `psql -h ${host} -p ${port} -U ${user} -d ${database}`

/** The same as lines of an environment file. */
export const envLines = (connection: Connection): string =>
  [
    `DATABASE_URL="${connectionUri(connection, PASSWORD_PLACE)}"`,
    `PGHOST=${connection.host}`,
    `PGPORT=${connection.port}`,
    `PGUSER=${connection.user}`,
    `PGPASSWORD="${PASSWORD_PLACE}"`,
    `PGDATABASE=${connection.database}`,
  ].join('\n')
