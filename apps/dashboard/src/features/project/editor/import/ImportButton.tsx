import { type EditorTable, projectPermissions } from '@stoa/contract'
import { IconButton } from '@stoa/ui'
import { Upload } from 'lucide-react'
import { memo, Suspense, useState } from 'react'
import { usePermission } from '../../../../api/permissions.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'

const ImportDialog = lazyDialog(async () => (await import('./ImportDialog.tsx')).ImportDialog)

/** Why rows cannot be put into a table by COPY; null when they can. */
const unfit = (table: EditorTable | null): string | null =>
  table === null || table.kind === 'table' || table.kind === 'partitioned_table' || table.kind === 'foreign_table'
    ? null
    : 'Files are imported into tables: import into one that this view shows'

const NONE: readonly string[] = []

/**
 * Opens the import of a file.
 * @param table where its rows go; null for a new table
 * @param onDone called with the table when rows have come into it
 */
export const ImportButton = memo(function ImportButton({
  projectRef: ref,
  schema,
  table,
  tables = NONE,
  onDone,
}: {
  projectRef: string
  schema: string
  table: EditorTable | null
  /** Names that are taken. */
  tables?: readonly string[]
  onDone: (table: string) => void
}) {
  const write = usePermission(projectPermissions.writeSql, { ref })
  const [open, setOpen] = useState(false)
  const isNew = table === null
  return (
    <>
      <IconButton
        icon={Upload}
        size={isNew ? 'xs' : 'sm'}
        label={isNew ? 'Import into a new table' : 'Import'}
        disabledReason={write.reason ?? unfit(table)}
        onClick={() => setOpen(true)}
      />
      {open ? (
        <Suspense fallback={null}>
          <ImportDialog
            projectRef={ref}
            schema={schema}
            table={table}
            tables={tables}
            onDone={onDone}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
})
