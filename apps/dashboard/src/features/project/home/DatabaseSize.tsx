import type { Overview } from '@stoa/contract'
import { bytesParts, Quantity, Section } from '@stoa/ui'
import { StackedBar } from '@stoa/ui/charts'
import { sizeParts } from './size-parts.ts'

/** What the database's size is made of; the write-ahead log lies beside it. */
export function DatabaseSize({ overview }: { overview: Overview }) {
  const { value, unit } = bytesParts(overview.database_bytes)
  return (
    <Section title="Database size">
      <div className="num text-28 font-medium">
        {value} <span className="ui-unit text-14 tracking-normal">{unit}</span>
      </div>
      <StackedBar label="Database size" parts={sizeParts(overview)} format={bytesParts} />
      <dl className="mt-1.5 flex h-[33px] items-end justify-between border-t border-line">
        <dt className="text-fg-2">Write-ahead log</dt>
        <dd className="num">
          <Quantity {...bytesParts(overview.sizes.wal)} />
        </dd>
      </dl>
    </Section>
  )
}
