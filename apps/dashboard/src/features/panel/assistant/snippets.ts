import type { AttachedSnippet } from '../../../parts/assistant/ask.ts'

const HEAD = /^Snippet “([^”\n]*)”:\n(`{3,})sql\n([\s\S]*)\n\2$/

/** A query that goes along with a question, as a part of its message that the model can read. */
export function snippetText({ name, sql }: AttachedSnippet): string {
  const longest = Math.max(2, ...[...sql.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `Snippet “${name.replaceAll(/[”\n]/g, ' ')}”:\n${fence}sql\n${sql}\n${fence}`
}

/** The query in a part of a message; null when it is what somebody wrote. */
export function readSnippetText(text: string): AttachedSnippet | null {
  const found = HEAD.exec(text)
  return found === null ? null : { name: found[1] ?? '', sql: found[3] ?? '' }
}
