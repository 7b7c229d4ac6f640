import type { Danger } from '@stoa/sql'

type Parsing = typeof import('@stoa/sql/parsing')

/** Postgres's own parser in the browser, fetched when it is first needed. */
async function loadParsing() {
  const [parsing, { default: wasmUrl }] = await Promise.all([
    import('@stoa/sql/parsing'),
    import('libpg-query/wasm/libpg-query.wasm?url'),
  ])
  return { parsing, parser: await parsing.loadParser(wasmUrl) }
}

/**
 * What is dangerous in a text that is about to run. A text that cannot be looked at, because the parser cannot be had,
 * counts as unclear.
 */
export async function dangersIn(sql: string): Promise<readonly Danger[]> {
  try {
    const { parsing, parser } = await loadParsing()
    return parsing.findDangers(parser, sql)
  } catch {
    return [{ kind: 'unclear', statement: { start: 0, end: sql.length, terminator: null } }]
  }
}

/** Why a text does not run by itself. */
export type WriteWarning = 'hasWriteOperation' | 'hasUnknownFunctions'

/** The sentences that people are asked with. */
export const WRITE_WARNINGS: Readonly<Record<WriteWarning, string>> = {
  hasWriteOperation: 'This query contains write operations.',
  hasUnknownFunctions: 'This query involves running a function. Are you sure you want to execute it?',
}

/** Which question a text needs before it is run; null when it may run by itself. */
export function warningOf({
  hasWriteOperation,
  hasUnknownFunctions,
}: Pick<ReturnType<Parsing['classify']>, 'hasWriteOperation' | 'hasUnknownFunctions'>): WriteWarning | null {
  if (hasWriteOperation) return 'hasWriteOperation'
  return hasUnknownFunctions ? 'hasUnknownFunctions' : null
}

/** Looks at a text that would run by itself. One that cannot be looked at is asked about. */
export async function writeWarningFor(sql: string): Promise<WriteWarning | null> {
  try {
    const { parsing, parser } = await loadParsing()
    return warningOf(parsing.classify(parser, sql))
  } catch {
    return 'hasWriteOperation'
  }
}
