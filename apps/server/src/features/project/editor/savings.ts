import { createHash } from 'node:crypto'
import type { EditorChange } from '@stoa/contract'
import type { Context } from '../../../core/context.ts'

type Input = { readonly schema: string; readonly table: string; readonly changes: readonly EditorChange[] }
type Saved = { saved: number }

/** How long what was saved is remembered, in ms: whoever got no answer asks again. */
const KEPT_MS = 10 * 60_000
const savings = new Map<string, Promise<Saved>>()

/**
 * Saves the same changes of a person once, however often they are sent: of an answer that was lost nobody knows whether
 * there was anything to lose. Changes and deletions are told by the versions of their rows, and rows that are new by
 * their ids; without those, nothing tells two alike from one that was sent twice, and all are saved.
 * @param save saves them; what it refuses may be sent again
 */
export async function savedOnce(context: Context, input: Input, save: () => Promise<Saved>): Promise<Saved> {
  const { schema, table, changes } = input
  if (changes.some((change) => (change.kind === 'insert' ? change.id === undefined : change.version === null)))
    return save()
  const { project, caller } = context.scope
  const about = [project.ref, caller.account.id, schema, table, changes]
  const key = createHash('sha256').update(JSON.stringify(about)).digest('base64')
  const known = savings.get(key)
  if (known !== undefined) return known
  const saving = save()
  savings.set(key, saving)
  saving.then(
    () => setTimeout(() => savings.delete(key), KEPT_MS).unref(),
    () => savings.delete(key),
  )
  return saving
}
