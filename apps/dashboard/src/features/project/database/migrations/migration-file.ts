import { commandKeyword, lineAndColumn, splitStatements } from '@stoa/sql'
import { migrationName } from '@stoa/sql/ddl'

/** The largest file that is taken, in bytes: what one run may be, with room for the note about it. */
export const FILE_MAX = 1_500_000
export const FILE_TOO_LARGE = 'This file is larger than 1.5 MB. Run it with psql, or in parts'
export const ALL_APPLIED = 'All of these files were applied already'
export const NO_STATEMENTS = 'There is no statement in this text'
/** What is said of a statement that would end the one transaction of a file before its time. */
export const ownTransaction = (line: number): string =>
  `A file is applied as one transaction: take the BEGIN, COMMIT or ROLLBACK on line ${line} out, or apply it in parts`

/** A file of SQL that is to be applied. */
export type MigrationFile = {
  readonly statements: readonly string[]
  /** The line that each begins on, from 1. */
  readonly lines: readonly number[]
  /** Whether Postgres refuses it within a transaction. */
  readonly isAlone: boolean
}

/**
 * The statements of a file. That they are one transaction is seen to by who runs them, so that a BEGIN at the file's
 * beginning and its COMMIT at the end are left out.
 */
export function readMigration(text: string): MigrationFile {
  // A byte order mark is no part of the first word.
  const sql = text.replace(/^\uFEFF/, '')
  let ranges = splitStatements(sql).filter(({ start, end }) => commandKeyword(sql.slice(start, end)) !== null)
  const word = (at: number) => {
    const range = ranges.at(at)
    return range === undefined ? null : (commandKeyword(sql.slice(range.start, range.end))?.toLowerCase() ?? null)
  }
  const begins = word(0) === 'begin' || word(0) === 'start'
  if (begins && (word(-1) === 'commit' || word(-1) === 'end')) ranges = ranges.slice(1, -1)
  const statements = ranges.map(({ start, end }) => sql.slice(start, end))
  return {
    statements,
    lines: ranges.map(({ start }) => lineAndColumn(sql, [...sql.slice(0, start)].length + 1).line),
    isAlone: statements.length === 1 && /^\s*(?:create|drop|reindex)\b[^']*\bconcurrently\b/i.test(statements[0] ?? ''),
  }
}

/** What begins or ends a transaction, and not what goes back within one. */
const ENDS = /^\s*(?:begin|start\s+transaction|commit|end|abort|rollback(?!\s+(?:work\s+|transaction\s+)?to\b))\b/i

/** The version and the name in a file's name, such as `20260314091500_add_ports.sql`. */
export function namedBy(fileName: string, now = new Date()): { version: string; name: string } {
  const bare = fileName.replace(/\.sql$/i, '')
  const version = /^(\d{4,})(?:_|$)/.exec(bare)?.[1]
  return {
    version: version ?? now.toISOString().replace(/\D/g, '').slice(0, 14),
    name: migrationName(version === undefined ? bare : bare.slice(version.length)),
  }
}

/**
 * Files that are applied one after the other, in the order of their names; of several those are left out that were
 * applied already.
 * @param applied the versions that are there already
 */
export const inTurn = <File extends { readonly name: string }>(
  files: readonly File[],
  applied: readonly string[],
): File[] =>
  files
    .filter(({ name }) => files.length === 1 || !applied.includes(namedBy(name).version))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** What is said of files that come after the one that is looked at, and of those that were left out. */
export function followWords(names: readonly string[], leftOut: number): string {
  const shown = names.slice(0, 5).join(', ')
  const more = names.length > 5 ? ` and ${names.length - 5} more` : ''
  const follow =
    names.length === 0
      ? ''
      : `${names.length === 1 ? 'One file follows' : `${names.length} files follow`}: ${shown}${more}.`
  const left = leftOut === 0 ? '' : leftOut === 1 ? 'One was applied already.' : `${leftOut} were applied already.`
  return [follow, left].filter((words) => words !== '').join(' ')
}

/** A file while it is written: its text, and what it is noted as. */
export type WrittenFile = { readonly text: string; readonly version: string; readonly name: string }
export type Problems = { readonly [Field in keyof WrittenFile]?: string }

/** What is wrong with a file; empty when it can be looked at. `applied` are the versions that are there already. */
export function problemsOf({ text, version, name }: WrittenFile, applied: readonly string[]): Problems {
  const problems: { -readonly [Field in keyof WrittenFile]?: string } = {}
  if (new Blob([text]).size > FILE_MAX) problems.text = FILE_TOO_LARGE
  else {
    const { statements, lines } = readMigration(text)
    const ends = statements.findIndex((statement) => ENDS.test(statement))
    if (statements.length === 0) problems.text = NO_STATEMENTS
    else if (ends >= 0) problems.text = ownTransaction(lines[ends] ?? 1)
  }
  if (!/^\d{4,}$/.test(version)) problems.version = 'A version is a number, mostly the digits of a time'
  else if (applied.includes(version)) problems.version = 'A migration of this version was applied already'
  if (name === '') problems.name = 'A migration needs a name'
  return problems
}

/** What has to be known of a migration that is older than some that were applied already; null when it is not. */
export function newerThan(version: string, applied: readonly string[]): string | null {
  const newer = applied.filter((other) => /^\d+$/.test(other) && BigInt(other) > BigInt(version))
  if (newer.length === 0) return null
  const last = newer.reduce((a, b) => (BigInt(a) > BigInt(b) ? a : b))
  const count = newer.length === 1 ? 'One newer migration was' : `${newer.length} newer migrations were`
  return `${count} applied already, the last of them ${last}. This one stands before, and elsewhere it will run before.`
}
