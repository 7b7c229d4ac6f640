import type { DependedKind } from '@stoa/contract'
import type { ReactNode } from 'react'

/** A change to a database's schema, before anybody has looked at it. */
export type SchemaChange = {
  /** Says what is done, such as `Drop the column email`. It is the title, and what a migration of it is named after. */
  readonly title: string
  /** What runs, in its order, each without its semicolon. Names and values in it are quoted already. */
  readonly statements: readonly string[]
  /** The words of the button that runs it. */
  readonly label: string
  /** What is said when it is done. */
  readonly done: string
  /** Sentences on what takes nothing away, but has to be known. */
  readonly warnings?: readonly string[]
  /** Sentences on what is lost. */
  readonly losses?: readonly string[]
  /** Looks into the database for more of them, before anything runs. */
  readonly check?: (signal: AbortSignal) => Promise<Findings>
  /** What may depend on what is dropped; it is then asked for whether that goes, too. */
  readonly drops?: Drops
  /** Has to be typed before it runs, such as the name of the table that is dropped. */
  readonly typed?: string
  /** The migration that this is: it is noted as that, and nobody is asked whether to save it. */
  readonly migration?: { readonly version: string; readonly name: string }
  /** The line of a file that each statement begins on, from 1; errors are then told by the file's lines. */
  readonly lines?: readonly number[]
  /** Is one statement that Postgres refuses within a transaction, such as CREATE INDEX CONCURRENTLY. */
  readonly isAlone?: boolean
  /** Shown while it runs, for what takes long. */
  readonly progress?: ReactNode
}

/** What a look into the database found. */
export type Findings = {
  readonly losses: readonly string[]
  /** Why it cannot work as it is; null when nothing stands against it. */
  readonly obstacle: string | null
  /** What is to be run in its place, as it has nothing to change any more. */
  readonly instead?: Restated
}

/** What a change says and runs, without what it looks at. */
export type Restated = Pick<SchemaChange, 'title' | 'statements' | 'label' | 'done' | 'losses' | 'warnings'>

/** What a change drops. */
export type Drops = {
  /** The objects by their numbers in the catalogue; of a column that of its table, and its place in it. */
  readonly objects: readonly { readonly kind: DependedKind; readonly id: number; readonly column?: number }[]
  /** What runs in place of `statements` when dependent objects go with them. */
  readonly cascade: readonly string[]
}
