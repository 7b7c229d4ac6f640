import type { StoredProcedure } from '../definition.ts'
import { exampleRow } from '../values.ts'
import { curl, quoted, type Snippet, type Target } from './snippet.ts'

/** Calling a function with the arguments that it needs. */
export function callSnippet(target: Target, { name, arguments: all }: StoredProcedure): Snippet {
  const needed = all.filter(({ required }) => required)
  const given = exampleRow(needed.length > 0 ? needed : all)
  const parameters = Object.keys(given).length === 0 ? '' : `, ${quoted(given)}`
  return {
    title: 'Invoke function',
    Javascript: `const { data, error } = await supabase\n  .rpc(${quoted(name)}${parameters})\nif (error) console.error(error)\nelse console.log(data)`,
    Bash: curl(target, { method: 'POST', path: `/rest/v1/rpc/${encodeURIComponent(name)}`, body: given }),
  }
}
