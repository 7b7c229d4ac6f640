import { useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../../../api/client.ts'
import type { SchemaChange } from '../../../../parts/schema-change/change.ts'
import { type SchemaChanges, useSchemaChange } from '../../../../parts/schema-change/use-schema-change.tsx'

/**
 * How the pages of the database change what they list. What a change touches is more than its words say, such as
 * privileges and publications, so that every list of these pages that is shown is asked for again.
 */
export function useObjectChange(ref: string): SchemaChanges {
  const changes = useSchemaChange(ref)
  const queries = useQueryClient()
  return {
    ...changes,
    review: (change: SchemaChange, onDone?: () => void) =>
      changes.review(change, () => {
        void queries.invalidateQueries({ queryKey: orpc.project.database.key() })
        onDone?.()
      }),
  }
}
