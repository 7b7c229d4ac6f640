import { Checkbox, Note } from '@stoa/ui'
import { useQueries } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'
import type { Drops } from './change.ts'

/** So many are named before the rest is counted. */
const NAMED = 12

/**
 * What would be dropped along with what a change drops. Where it cannot be looked up there is nothing to say: Postgres
 * itself refuses to drop what something stands on.
 * @returns null while it is on its way
 */
export function useDependents(ref: string, drops: Drops | undefined): readonly string[] | null {
  const answers = useQueries({
    queries: (drops?.objects ?? []).map(({ kind, id, column = 0 }) => ({
      ...orpc.project.database.dependents.queryOptions({ input: { ref, kind, id, column } }),
      staleTime: 0,
      gcTime: 0,
      retry: false,
    })),
  })
  if (answers.some(({ isPending }) => isPending)) return null
  return [...new Set(answers.flatMap(({ data }) => data?.names ?? []))]
}

/** What stands on what is dropped, and the question whether it goes, too. */
export function Dependents({
  names,
  cascades,
  onCascades,
}: {
  names: readonly string[]
  cascades: boolean
  onCascades: (cascades: boolean) => void
}) {
  const more = names.length - NAMED
  return (
    <div className="grid gap-3">
      <Note tone="warn">
        <p>{names.length === 1 ? 'Another object stands on it:' : 'Other objects stand on it:'}</p>
        <ul className="mt-1 list-disc pl-4">
          {names.slice(0, NAMED).map((name) => (
            <li key={name} className="wrap-anywhere">
              {name}
            </li>
          ))}
          {more > 0 ? <li>and {more} more</li> : null}
        </ul>
      </Note>
      <Checkbox
        label={names.length === 1 ? 'Drop it, too (CASCADE)' : `Drop all ${names.length} of them, too (CASCADE)`}
        checked={cascades}
        onCheckedChange={onCascades}
      />
    </div>
  )
}
