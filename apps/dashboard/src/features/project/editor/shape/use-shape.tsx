import type { EditorTable, Entity, EntityKind } from '@stoa/contract'
import type { DroppedRelation } from '@stoa/sql/ddl'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import type { CellMenuItem } from '../../../../parts/grid/types.ts'
import { useSchemaChange } from '../../../../parts/schema-change/use-schema-change.tsx'
import type { TableTask } from '../../../../parts/table-form/TableSheet.tsx'
import { useHandler } from '../../../../parts/value/use-handler.ts'
import type { OpenTable } from '../memory.ts'

const TableSheet = lazyDialog(async () => (await import('../../../../parts/table-form/TableSheet.tsx')).TableSheet)

const DROPPED: Record<EntityKind, DroppedRelation> = {
  table: 'table',
  partitioned_table: 'table',
  foreign_table: 'foreign table',
  view: 'view',
  materialized_view: 'materialized view',
}

/** Whether the form of a table knows this kind. */
export const isTable = (kind: EntityKind): boolean => kind === 'table' || kind === 'partitioned_table'

export type Shape = {
  /** Why this account shapes nothing. */
  readonly disabledReason: string | undefined
  readonly newTable: (schema: string) => void
  readonly editTable: (id: number) => void
  readonly addColumn: (id: number) => void
  readonly drop: (schema: string, entity: Entity) => void
  /** What the head of a column offers besides sorting. */
  readonly columnMenu: (table: EditorTable, column: string) => CellMenuItem[]
}

/**
 * Making and changing tables from where their rows are.
 * @param onMade a table was made or changed; `before` is what it was called, or null for a new one
 * @param onDropped it is there no longer
 * @returns what can be done, the same object as long as it is the same, and the form and the SQL that is looked at, to
 *   be drawn anywhere
 */
export function useShape(
  ref: string,
  {
    onMade,
    onDropped,
  }: { onMade: (table: OpenTable, before: OpenTable | null) => void; onDropped: (table: OpenTable) => void },
): { shape: Shape; dialogs: ReactNode } {
  const { disabledReason, review, dialog } = useSchemaChange(ref)
  const [task, setTask] = useState<TableTask | null>(null)
  const told = useHandler(onDropped)
  const shape = useMemo((): Shape => {
    const drop = async (schema: string, entity: Entity) => {
      const { dropTable } = await import('../../../../parts/table-form/drop-table.ts')
      const { id, name, estimated_rows: live_rows_estimate } = entity
      const change = dropTable({ id, schema, name, live_rows_estimate, kind: DROPPED[entity.kind] })
      review(change, () => told({ schema, table: name }))
    }
    const columnMenu = (table: EditorTable, name: string): CellMenuItem[] => {
      if (disabledReason !== undefined || !isTable(table.kind)) return []
      const dropColumn = async () => {
        const [{ dropOneColumn }, { valuesIn }] = await Promise.all([
          import('../../../../parts/table-form/drop-table.ts'),
          import('../../../../parts/table-form/change-of.ts'),
        ])
        const position = table.columns.find((column) => column.name === name)?.position ?? 0
        review(dropOneColumn(table, { name, position }, valuesIn(ref, table, name)))
      }
      return [
        { label: 'Edit column', onSelect: () => setTask({ kind: 'edit', id: table.id, column: name }) },
        { label: 'Add a column', onSelect: () => setTask({ kind: 'edit', id: table.id, column: null }) },
        { label: 'Drop column', onSelect: () => void dropColumn() },
      ]
    }
    return {
      disabledReason,
      newTable: (schema) => setTask({ kind: 'new', schema }),
      editTable: (id) => setTask({ kind: 'edit', id }),
      addColumn: (id) => setTask({ kind: 'edit', id, column: null }),
      drop: (schema, entity) => void drop(schema, entity),
      columnMenu,
    }
  }, [disabledReason, review, ref, told])
  return {
    shape,
    dialogs: (
      <>
        {task === null ? null : (
          <Suspense fallback={null}>
            <TableSheet
              // The form of another table begins anew.
              key={task.kind === 'edit' ? `${task.id} ${task.column}` : 'new'}
              projectRef={ref}
              task={task}
              onClose={() => setTask(null)}
              onDone={onMade}
            />
          </Suspense>
        )}
        {dialog}
      </>
    ),
  }
}
