import type { Overview } from '@stoa/contract'
import { bytesParts, formatBytes, formatNumber, formatTime, Quantity } from '@stoa/ui'
import { AreaChart } from '@stoa/ui/charts'
import type { ReactNode } from 'react'
import type { Sample } from './samples.ts'

const at = (ms: number) => formatTime(ms, true)

/** What the server uses now and since the page was opened, under the roof of what it may use. */
export function Live({ overview, samples }: { overview: Overview; samples: readonly Sample[] }) {
  const { memory, connections } = overview
  const since = samples[0] === undefined ? undefined : `since ${formatTime(samples[0].at)}`
  return (
    <section
      aria-label="Live use"
      className="grid grid-cols-2 border-t border-line *:px-5 *:pt-3.5 *:first:pl-0 *:last:border-l *:last:border-line *:last:pr-0 max-wide:*:px-3"
    >
      <Cell
        name="Memory"
        of={`of ${formatBytes(memory.limit)}`}
        value={memory.used === null ? 'not known' : <Quantity {...bytesParts(memory.used)} />}
      >
        <AreaChart
          label="Memory"
          height={56}
          points={samples.map((sample) => ({ at: sample.at, value: sample.memory }))}
          limit={memory.limit}
          format={formatBytes}
          formatAt={at}
          start={since}
        />
      </Cell>
      <Cell name="Connections" of={`of ${formatNumber(connections.limit)}`} value={formatNumber(connections.used)}>
        <AreaChart
          label="Connections"
          height={56}
          points={samples.map((sample) => ({ at: sample.at, value: sample.connections }))}
          limit={connections.limit}
          format={formatNumber}
          formatAt={at}
          start={since}
        />
      </Cell>
    </section>
  )
}

function Cell({ name, of, value, children }: { name: string; of: string; value: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="text-fg-2">{name}</h2>
        <span className="num text-12 text-fg-3">{of}</span>
      </div>
      <div className="num mt-0.5 mb-3 text-20 font-medium [&_.ui-unit]:text-13 [&_.ui-unit]:tracking-normal">
        {value}
      </div>
      {children}
    </div>
  )
}
