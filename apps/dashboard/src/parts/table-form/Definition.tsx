import { CopyButton, ErrorState, SkeletonRows } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { SqlText } from '../code/SqlText.tsx'
import { showsLists } from '../sql-run/database-lists.ts'

/** The statements that would make a table or view anew. */
export function Definition({ projectRef: ref, schema, name }: { projectRef: string; schema: string; name: string }) {
  const definition = useQuery({
    ...orpc.project.database.tables.definition.queryOptions({ input: { ref, schema, name } }),
    meta: showsLists(ref, 'tables', 'indexes', 'policies', 'triggers'),
  })
  if (definition.data === undefined)
    return definition.isError ? (
      <ErrorState
        title="Failed to load the definition"
        reason={errorMessage(definition.error)}
        retrying={definition.isFetching}
        onRetry={() => void definition.refetch()}
      />
    ) : (
      <SkeletonRows rows={12} rowHeight={20} />
    )
  const { sql } = definition.data
  return (
    <figure className="relative m-0 min-w-0" aria-label="SQL">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by keyboard. */}
      <pre className="ui-mono overflow-x-auto rounded-3 border border-line bg-sunken p-3 pr-10 text-12" tabIndex={0}>
        <code>
          <SqlText sql={sql} />
        </code>
      </pre>
      <span className="absolute top-1.5 right-1.5 rounded-2 bg-sunken">
        <CopyButton value={sql} label="Copy SQL" size="xs" />
      </span>
    </figure>
  )
}
