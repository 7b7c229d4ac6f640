import { namedBy, readMigration } from './migration-file.ts'

/** What became of a file: it is as it was applied, has changed since, cannot be told, or was not applied. */
export type Outcome = 'same' | 'changed' | 'not kept' | 'new'
export type ComparedFile = {
  readonly file: string
  readonly version: string
  readonly outcome: Outcome
  /** How many statements are not those that were applied. */
  readonly others: number
}

// What a statement does is the same with another line ending or a semicolon after it.
const bare = (statement: string): string => statement.replaceAll('\r\n', '\n').trim().replace(/;$/, '').trimEnd()

/**
 * Compares a file with what was kept of its migration.
 * @param kept the statements that were applied; none when they were not kept
 */
export function compareText(text: string, kept: readonly string[]): Pick<ComparedFile, 'outcome' | 'others'> {
  if (kept.length === 0) return { outcome: 'not kept', others: 0 }
  const now = readMigration(text).statements.map(bare)
  const then = kept.map(bare)
  const others = Array.from({ length: Math.max(now.length, then.length) }, (_, at) => now[at] !== then[at]).filter(
    Boolean,
  ).length
  return { outcome: others === 0 ? 'same' : 'changed', others }
}

/**
 * Compares files with the migrations of their versions.
 * @param applied the versions that were applied
 * @param read gives the statements of one of them
 */
export async function compareFiles(
  files: readonly File[],
  applied: readonly string[],
  read: (version: string) => Promise<readonly string[]>,
): Promise<ComparedFile[]> {
  const compared: ComparedFile[] = []
  // One after the other: a folder may hold hundreds.
  for (const file of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const { version } = namedBy(file.name)
    const found = applied.includes(version)
      ? compareText(await file.text(), await read(version))
      : ({ outcome: 'new', others: 0 } as const)
    compared.push({ file: file.name, version, ...found })
  }
  return compared
}

const statements = (count: number): string =>
  count === 1 ? 'one statement is another' : `${count} statements are others`

/** What is to be known of a file whose version was applied already. */
export function saidOf({ outcome, others }: Pick<ComparedFile, 'outcome' | 'others'>): string {
  if (outcome === 'same') return 'This file was applied already, and has not changed since.'
  if (outcome === 'not kept')
    return 'This version was applied already. Its statements were not kept, so that nobody can tell whether the file has changed since.'
  return `This file was applied already and has changed since: ${statements(others)}. What is new takes effect as a migration of its own.`
}
