import type { Engine } from '@stoa/engine'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { Changes } from '../store/changes.ts'
import type { Store } from '../store/store.ts'
import type { Answers } from './ai/answers.ts'
import type { Log } from './log.ts'
import type { OperationsPort } from './operation.ts'
import type { People } from './people.ts'
import type { ProjectDatabases } from './project-databases.ts'
import type { ProjectGraphqls } from './project-graphqls.ts'
import type { ProjectRests } from './project-rests.ts'
import type { RequestLog } from './request-log.ts'
import type { Sealer } from './secrets.ts'
import type { SqlRuns } from './sql-runs.ts'

/** Everything that handlers and workflows work with. Made once at the start, in `start.ts`. */
export type Platform = {
  readonly config: Config
  readonly version: string
  readonly log: Log
  readonly store: Store
  /** The store's own connections, for the few statements that are worth keeping prepared. */
  readonly control: pg.Pool
  /** Whether what was read from the store still holds, for those who remember it. */
  readonly changes: Changes
  readonly people: People
  readonly sealer: Sealer
  readonly engine: Engine
  readonly databases: ProjectDatabases
  readonly rests: ProjectRests
  readonly graphqls: ProjectGraphqls
  readonly requestLog: RequestLog
  readonly sqlRuns: SqlRuns
  readonly answers: Answers
  readonly operations: OperationsPort
}
