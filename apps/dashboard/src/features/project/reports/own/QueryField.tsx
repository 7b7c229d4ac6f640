import { SqlCode } from '../../../../parts/sql-code/SqlCode.tsx'
import { useCatalog } from '../../../../parts/sql-code/use-catalog.ts'

/** The SQL of a block, written in the editor that people know. */
export function QueryField({
  projectRef,
  sql,
  onChange,
  onRun,
}: {
  projectRef: string
  sql: string
  onChange: (sql: string) => void
  onRun: () => void
}) {
  const catalog = useCatalog(projectRef)
  return (
    <div className="grid gap-1.5">
      <span className="font-medium">Query</span>
      <div className="h-52 rounded-3 border border-line-strong">
        <SqlCode
          label="Query of the block"
          placeholder="select …"
          autoFocus
          value={sql}
          catalog={catalog}
          onChange={onChange}
          onRun={onRun}
        />
      </div>
      <p className="ui-hint">
        It only reads. A line <code className="ui-mono">-- @set range_start: timestamptz</code> gives it the report’s
        span of time as <code className="ui-mono">:range_start</code>; <code className="ui-mono">range_end</code> is the
        other end.
      </p>
    </div>
  )
}
