import { CONTENT_NAME_MAX, type Metric, type ReportBlock } from '@stoa/contract'
import { Button, Dialog, Field, Input, Select, SkeletonRows, Tabs } from '@stoa/ui'
import { Suspense, useState } from 'react'
import { NEW_CHART } from '../../../../parts/chart/chart-config.ts'
import { lazyContent } from '../../../../parts/frame/lazy-part.tsx'
import { METRIC_CHARTS } from '../../../../parts/metrics/metric-charts.ts'
import type { BlockText } from './block-types.ts'

const QueryField = lazyContent(async () => (await import('./QueryField.tsx')).QueryField)
const SnippetList = lazyContent(async () => (await import('./SnippetChoice.tsx')).SnippetChoice)

const { view: _, ...PLAIN_CHART } = NEW_CHART
const METRICS = Object.entries(METRIC_CHARTS).map(([value, { name }]) => ({ value: value as Metric, label: name }))

/** Writes a block: a query, a saved query, or a measurement. */
export function BlockDialog({
  projectRef,
  block,
  onSave,
  onClose,
}: {
  projectRef: string
  /** The block that is changed; null for a new one. */
  block: ReportBlock | null
  onSave: (text: BlockText) => void
  onClose: () => void
}) {
  const [kind, setKind] = useState<'sql' | 'snippet' | 'metric'>(block?.kind ?? 'sql')
  const [label, setLabel] = useState(block?.label ?? '')
  const [sql, setSql] = useState(block?.kind === 'sql' ? block.sql : '')
  const [metric, setMetric] = useState<Metric>(block?.kind === 'metric' ? block.metric : 'cpu')
  const missing = kind === 'metric' ? undefined : sql.trim() === '' ? MISSING[kind] : undefined
  const save = () => {
    if (missing !== undefined) return
    if (kind === 'metric') return onSave({ kind: 'metric', label: label.trim(), metric })
    const look =
      block?.kind === 'sql' ? { view: block.view, chart: block.chart } : { view: 'table' as const, chart: PLAIN_CHART }
    onSave({ kind: 'sql', label: label.trim(), sql, ...look })
  }
  const query = (
    <Suspense fallback={<SkeletonRows rows={5} />}>
      <QueryField projectRef={projectRef} sql={sql} onChange={setSql} onRun={save} />
    </Suspense>
  )
  return (
    <Dialog
      onClose={onClose}
      title={block === null ? 'Add block' : 'Change block'}
      width={640}
      fillNarrow
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabledReason={missing}>
            {block === null ? 'Add to report' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {block === null ? (
          <Tabs
            label="What the block shows"
            value={kind}
            onValueChange={setKind}
            tabs={[
              { value: 'sql', label: 'Query' },
              { value: 'snippet', label: 'Saved query' },
              { value: 'metric', label: 'Measurement' },
            ]}
          />
        ) : null}
        {kind === 'metric' ? (
          <Field label="Measurement">
            <Select value={metric} onValueChange={setMetric} options={METRICS} />
          </Field>
        ) : kind === 'snippet' ? (
          <Suspense fallback={<SkeletonRows rows={5} />}>
            <SnippetList
              projectRef={projectRef}
              onPick={({ name, text }) => {
                setSql(text)
                setLabel(name.slice(0, CONTENT_NAME_MAX))
                setKind('sql')
              }}
            />
          </Suspense>
        ) : (
          query
        )}
        {kind === 'snippet' ? null : (
          <Field label="Name" hint="Empty for the name of what it shows.">
            <Input value={label} maxLength={CONTENT_NAME_MAX} onChange={(event) => setLabel(event.target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}

const MISSING = { sql: 'Write a query', snippet: 'Choose a query' } as const
