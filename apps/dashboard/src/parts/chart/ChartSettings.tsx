import { Checkbox, Field, Segmented, Select } from '@stoa/ui'
import { cellKind } from '../grid/format.ts'
import { columnKeys } from '../grid/layout.ts'
import type { GridColumn } from '../grid/types.ts'
import type { ChartConfig } from './chart-config.ts'

const TYPES: { value: ChartConfig['type']; label: string }[] = [
  { value: 'bar', label: 'Bar' },
  { value: 'line', label: 'Line' },
  { value: 'area', label: 'Area' },
]
/** Stands for no column: a Select has no empty value. */
const NONE = '\0none'

/** What a chart shows and how. */
export function ChartSettings({
  columns,
  config,
  onConfig,
}: {
  columns: readonly GridColumn[]
  config: ChartConfig
  onConfig: (config: ChartConfig) => void
}) {
  const keys = columnKeys(columns)
  const options = keys.map((key) => ({ value: key, label: key }))
  const numbers = options.filter((_, index) => cellKind(columns[index]?.type ?? 'text') === 'number')
  const change = (part: Partial<ChartConfig>) => onConfig({ ...config, ...part })
  return (
    <section aria-label="Chart settings" className="grid content-start gap-3 overflow-y-auto p-3.5">
      <Segmented label="Chart type" value={config.type} onValueChange={(type) => change({ type })} options={TYPES} />
      <Field label="X axis">
        <Select
          size="sm"
          placeholder="Column"
          value={config.xKey}
          onValueChange={(xKey) => change({ xKey })}
          options={options}
        />
      </Field>
      <Field label="Y axis">
        <Select
          size="sm"
          placeholder="Column of numbers"
          value={config.yKey}
          onValueChange={(yKey) => change({ yKey })}
          options={numbers.length > 0 ? numbers : options}
        />
      </Field>
      <Field label="A series for each">
        <Select
          size="sm"
          value={config.groupKey === '' ? NONE : config.groupKey}
          onValueChange={(key) => change({ groupKey: key === NONE ? '' : key })}
          options={[{ value: NONE, label: 'One series' }, ...options]}
        />
      </Field>
      <div className="grid gap-2">
        <Checkbox
          label="Stacked"
          checked={config.stacked}
          disabledReason={config.groupKey === '' ? 'There is one series only' : undefined}
          onCheckedChange={(stacked) => change({ stacked })}
        />
        <Checkbox
          label="Cumulative"
          checked={config.cumulative}
          onCheckedChange={(cumulative) => change({ cumulative })}
        />
        <Checkbox label="Labels" checked={config.showLabels} onCheckedChange={(showLabels) => change({ showLabels })} />
        <Checkbox label="Grid" checked={config.showGrid} onCheckedChange={(showGrid) => change({ showGrid })} />
      </div>
    </section>
  )
}
