import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EngineError } from '@stoa/engine'
import type pg from 'pg'
import { escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ADMIN } from '../access.ts'
import type { Cluster } from './cluster.ts'
import { databaseStatements } from './cluster-sql.ts'
import { FOR_PSQL } from './dump.ts'
import type { Entry, Piece, Script } from './script.ts'
import { closeTarget } from './target.ts'

const UNKNOWN_SETTING = '42704'
const NOT_PERMITTED = '42501'

/** Runs what pg_dump wrote, in the order that its objects need. */
export class SchemaLoader {
  readonly #loader: pg.Client
  readonly #admin: pg.Client
  readonly #cluster: Cluster
  readonly #defaults: Piece[] = []
  readonly #privileges: Piece[] = []
  readonly #refreshes: Piece[] = []
  #path: string | null = null
  #pathIsPeoples = true

  constructor(loader: pg.Client, admin: pg.Client, cluster: Cluster) {
    this.#loader = loader
    this.#admin = admin
    this.#cluster = cluster
  }

  /** Runs a script, but for privileges and what has to follow them. @throws EngineError `failed` with the server's words */
  async run(script: Script): Promise<void> {
    for await (const piece of script.pieces()) {
      const { entry } = piece
      if (entry && (entry.owner === ADMIN || entry.type === FOR_PSQL)) await drain(piece)
      else if (entry?.type === 'DEFAULT ACL') this.#defaults.push(piece)
      else if (entry?.type === 'ACL') this.#privileges.push(piece)
      else if (entry?.type === 'MATERIALIZED VIEW DATA') this.#refreshes.push(piece)
      else await this.#run(piece)
    }
  }

  /** Gives the privileges and fills the materialized views, which read with their owners' privileges. */
  async finish(): Promise<void> {
    // Who sets what new objects get has to be able to make some.
    for (const piece of this.#defaults) await this.#run(piece)
    // Owners find what they own only while the schemas are open to all, whose own privileges come after that.
    const isSchemas = ({ entry }: Piece): boolean => entry?.name.startsWith('SCHEMA ') ?? false
    for (const piece of this.#privileges) if (!isSchemas(piece)) await this.#run(piece)
    await closeTarget(this.#admin, this.#cluster)
    for (const statement of databaseStatements(this.#cluster.database)) await this.#query(statement, null)
    for (const piece of [...this.#privileges.filter(isSchemas), ...this.#refreshes]) await this.#run(piece)
  }

  /** Lets the session see what the database lets everybody see: functions in constraints may count on it. */
  async usePeoplesPath(yes: boolean): Promise<void> {
    if (this.#path === null) {
      const { rows } = await this.#loader.query<{ path: string }>("select current_setting('search_path') as path")
      this.#path = rows[0]?.path ?? ''
    }
    if (yes === this.#pathIsPeoples) return
    await this.#loader.query("select pg_catalog.set_config('search_path', $1, false)", [yes ? this.#path : ''])
    this.#pathIsPeoples = yes
  }

  async #run(piece: Piece): Promise<void> {
    const { entry } = piece
    await this.usePeoplesPath(piece.kind === 'copy')
    if (piece.kind === 'copy') {
      const stream = this.#loader.query(copyFrom(piece.sql))
      await pipeline(Readable.from(piece.rows, { objectMode: false }), stream).catch((error: unknown) => {
        throw refusal(error, entry)
      })
      return
    }
    await this.#query(adapted(piece.sql, entry), entry)
  }

  async #query(sql: string, entry: Entry | null): Promise<void> {
    try {
      await this.#loader.query(sql)
    } catch (error) {
      const { code } = error as pg.DatabaseError
      // A setting of a newer version; a comment on what the platform owns.
      if (code === UNKNOWN_SETTING && /^SET \w+ = [^;]*;$/.test(sql.trim())) return
      if (code === NOT_PERMITTED && entry?.type === 'COMMENT' && entry.name.startsWith('EXTENSION ')) return
      throw refusal(error, entry)
    }
  }
}

/** What pg_dump writes for a superuser, as one who is none can run it. */
function adapted(sql: string, entry: Entry | null): string {
  switch (entry?.type) {
    case 'EXTENSION':
      return `SET ROLE postgres;\n${sql}\nRESET ROLE;`
    case 'SCHEMA':
      // Others than the maker of a schema get objects in it before they get their privileges on it.
      return sql.replace(
        /^CREATE SCHEMA (.+);$/m,
        (made, name: string) => `${made}\nGRANT ALL ON SCHEMA ${name} TO PUBLIC;`,
      )
    case 'ACL': {
      // The owner gives what it gives itself, even where others could.
      const owner = `SET ROLE ${escapeIdentifier(entry.owner)};`
      const given = sql
        .replace(/^SET SESSION AUTHORIZATION (.+);$/gm, (_all, name: string) => `SET ROLE ${name};`)
        .replace(/^RESET SESSION AUTHORIZATION;$/gm, () => owner)
      return `${owner}\n${given}\nRESET ROLE;`
    }
    default:
      return sql
  }
}

async function drain(piece: Piece): Promise<void> {
  if (piece.kind === 'copy') for await (const _ of piece.rows);
}

function refusal(error: unknown, entry: Entry | null): EngineError {
  const words = error instanceof Error ? error.message : String(error)
  const what = entry
    ? `${entry.type.toLowerCase()} ${entry.schema === '-' ? '' : `${entry.schema}.`}${entry.name}: `
    : ''
  return new EngineError('failed', 'The database could not be made again from what was written down.', what + words)
}
