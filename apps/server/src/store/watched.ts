import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from 'kysely'
import { type Changes, mayChange } from './changes.ts'

type Acquired = Parameters<PostgresDriver['releaseConnection']>[0]

/** Says of each connection from when on, and until when, it may change what is remembered. */
class WatchedDriver extends PostgresDriver {
  readonly #changes: Changes
  readonly #watched = new WeakSet<DatabaseConnection>()

  constructor(config: PostgresDialectConfig, changes: Changes) {
    super(config)
    this.#changes = changes
  }

  override async acquireConnection(
    ...given: Parameters<PostgresDriver['acquireConnection']>
  ): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection(...given)
    if (!this.#watched.has(connection)) {
      this.#watched.add(connection)
      const execute = connection.executeQuery.bind(connection)
      connection.executeQuery = <R>(
        query: CompiledQuery,
        ...more: Parameters<typeof execute> extends [unknown, ...infer M] ? M : never
      ): Promise<QueryResult<R>> => {
        if (mayChange(query.sql)) this.#changes.begin(connection)
        return execute<R>(query, ...more)
      }
    }
    return connection
  }

  /** What a transaction changed is there once its connection is given back, and whoever began it has not gone on yet. */
  override async releaseConnection(connection: Acquired): Promise<void> {
    this.#changes.end(connection)
    await super.releaseConnection(connection)
  }
}

/** Postgres as the query builder speaks with it, where changes to some tables are noted. */
export class WatchedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig
  readonly #changes: Changes

  constructor(config: PostgresDialectConfig, changes: Changes) {
    super(config)
    this.#config = config
    this.#changes = changes
  }

  override createDriver(): PostgresDriver {
    return new WatchedDriver(this.#config, this.#changes)
  }
}
