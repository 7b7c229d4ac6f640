import type { SchemaDrawing } from '@stoa/contract'
import { ErrorState, LoadingAnimation } from '@stoa/ui'
import { ReactFlowProvider } from '@xyflow/react'
import styles from '@xyflow/react/dist/base.css?url'
import { useMemo, useState } from 'react'
import { useNarrow } from '../../../../parts/frame/use-narrow.ts'
import { boxesOf, nameOf } from './geometry.ts'
import { forgetMoved, movedTables } from './memory.ts'
import { Plan } from './Plan.tsx'
import { TableList } from './TableList.tsx'
import { useLayout } from './use-layout.ts'

/**
 * The drawing and the list of its tables beside it. Arranged in a worker, then drawn where tables were put by hand.
 * @param schema the one that is drawn; null for all of them
 * @param current the table that is looked at, as `schema.name`
 */
export function Drawing({
  projectRef: ref,
  drawing,
  schema,
  keysOnly,
  current,
  onCurrent,
}: {
  projectRef: string
  drawing: SchemaDrawing
  schema: string | null
  keysOnly: boolean
  current: string | null
  onCurrent: (table: string | null) => void
}) {
  const view = `${schema ?? '*'} ${keysOnly ? 'keys' : 'all'}`
  const [arrangements, setArrangements] = useState(0)
  const boxes = useMemo(() => boxesOf(drawing.tables, drawing.keys, schema, keysOnly), [drawing, schema, keysOnly])
  const input = useMemo(
    () => ({
      boxes: boxes.map(({ table: { id, schema: of }, width, height }) => ({ id, schema: of, width, height })),
      links: drawing.keys.map(({ source, target }) => ({ source, target })),
    }),
    [boxes, drawing],
  )
  const { places, failed } = useLayout(input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when tables are arranged anew.
  const standing = useMemo(() => {
    const moved = movedTables(ref, view)
    return boxes.map((box) => ({ box, at: moved[nameOf(box.table)] ?? places?.get(box.table.id) ?? { x: 0, y: 0 } }))
  }, [boxes, places, ref, view, arrangements])
  const isNarrow = useNarrow()
  return (
    <ReactFlowProvider>
      {/* On its way together with the code; React waits for it before it draws. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      <div className="flex min-h-0 flex-1 max-wide:flex-col">
        <TableList
          projectRef={ref}
          boxes={boxes}
          current={current}
          onCurrent={onCurrent}
          showsSchemas={schema === null}
        />
        {places === null ? (
          <div className="grid flex-1 content-center p-6">
            {failed ? (
              <ErrorState title="The tables could not be arranged" reason="Reload the page to try again." />
            ) : (
              <LoadingAnimation label="Arranging the tables" />
            )}
          </div>
        ) : (
          <Plan
            key={`${view} ${arrangements}`}
            projectRef={ref}
            view={view}
            standing={standing}
            keys={drawing.keys}
            current={current}
            onCurrent={onCurrent}
            withMap={!isNarrow}
            onArrange={() => {
              forgetMoved(ref, view)
              setArrangements(arrangements + 1)
            }}
          />
        )}
      </div>
    </ReactFlowProvider>
  )
}
