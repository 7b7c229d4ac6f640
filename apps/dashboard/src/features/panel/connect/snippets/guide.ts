import type { CodeLanguage } from '../../../../parts/code/highlight.ts'
import { type Connection, connectionUri, PASSWORD_PLACE } from '../../../../parts/project/connection.ts'

/** What the examples speak to. */
export type Target = {
  /** The database, as its owner reaches it. */
  readonly connection: Connection
  /** The address of the project's APIs. */
  readonly url: string
  /** The anon key, or what stands in its place. */
  readonly anonKey: string
}

/** Stands where the key goes for whoever may not view it. */
export const KEY_PLACE = '[YOUR-ANON-KEY]'

/** A file to write, or commands to run, on the way to a connection. */
export type Step = {
  /** The file's path, or what the commands do. */
  readonly title: string
  readonly language: CodeLanguage
  readonly code: string
}

/** How one tool connects. */
export type Guide = {
  readonly id: string
  readonly label: string
  /** What it connects to: the database with its password, or the APIs with a key. */
  readonly by: 'password' | 'key'
  readonly text: string
  readonly steps: (target: Target) => readonly Step[]
}

/** Commands for a terminal. */
export const install = (code: string): Step => ({ title: 'Install', language: 'Bash', code })

/** A file of code. */
export const file = (title: string, language: CodeLanguage, code: string): Step => ({ title, language, code })

/**
 * A file of the environment. Values stand in double quotes, whatever is in them.
 * @param values by name
 */
export const environment = (title: string, values: Readonly<Record<string, string>>): Step =>
  file(
    title,
    'Environment',
    Object.entries(values)
      .map(([name, value]) => `${name}="${value}"`)
      .join('\n'),
  )

/** The environment of everything that connects to the database by one address. */
export const databaseEnvironment = ({ connection }: Target, title = '.env'): Step =>
  environment(title, { DATABASE_URL: connectionUri(connection, PASSWORD_PLACE) })
