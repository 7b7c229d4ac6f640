import { Empty, LoadingAnimation } from '@stoa/ui'
import { Suspense } from 'react'
import { askAssistant } from '../assistant/ask.ts'
import { type ChartConfig, withAxes } from '../chart/chart-config.ts'
import { lazyContent } from '../frame/lazy-part.tsx'
import { Grid } from '../grid/Grid.tsx'
import { sayCopy } from '../grid/say-copy.ts'
import type { Run, RunResult } from '../sql-run/run-state.ts'
import { useTurn } from './turns.ts'
import { wordsOfChange } from './words.ts'

const ResultChart = lazyContent(async () => (await import('../chart/ResultChart.tsx')).ResultChart)

const HEAD = 33
const ROW = 30
const SCROLLBAR = 14
const TALLEST = 246

/**
 * What a block's run gave: its rows as a table or a chart, or why it failed.
 * @param isFilling takes the height that there is, in place of its own
 * @param isNear whether it may be seen soon. What is far away keeps its room and nothing in it
 */
export default function BlockResult({
  run,
  result,
  chart,
  label,
  isFilling,
  isNear,
}: {
  run: Run
  result: RunResult | undefined
  chart: ChartConfig
  label: string
  isFilling: boolean
  isNear: boolean
}) {
  const isDrawn = useTurn(isNear)
  if (run.failure !== null) return <Failure run={run} label={label} />
  if (run.state === 'cancelled') return <Sentence>Cancelled before it was done</Sentence>
  if (result === undefined) return run.state === 'running' ? null : <Sentence>Success. No rows returned</Sentence>
  const { columns, rows } = result
  if (columns.length === 0) return <Sentence>{wordsOfChange(result)}</Sentence>
  if (chart.view === 'chart')
    return (
      <div className="qb-chart" data-fill={isFilling ? '' : undefined}>
        {isDrawn ? (
          <Suspense fallback={<LoadingAnimation />}>
            <ResultChart columns={columns} source={rows} config={withAxes(chart, columns)} label={`Chart: ${label}`} />
          </Suspense>
        ) : null}
      </div>
    )
  if (rows.rowCount === 0 && run.state !== 'running')
    return isFilling ? <Empty title="Success. No rows returned" /> : <Sentence>Success. No rows returned</Sentence>
  const height = Math.min(TALLEST, HEAD + ROW * Math.max(1, rows.rowCount) + SCROLLBAR)
  return (
    <div className="qb-table" data-fill={isFilling ? '' : undefined} style={isFilling ? undefined : { height }}>
      {isDrawn ? <Grid label={`Rows: ${label}`} columns={columns} source={rows} onCopy={sayCopy} /> : null}
    </div>
  )
}

const Sentence = ({ children }: { children: string }) => (
  <p className="px-3 py-2.5 text-12 text-fg-2" role="status">
    {children}
  </p>
)

function Failure({ run: { failure, request }, label }: { run: Run; label: string }) {
  if (failure === null) return null
  const ask = () =>
    askAssistant({
      prompt: `This query fails: ${failure.message}. What is wrong with it?`,
      snippets: [{ name: label, sql: request.sql }],
    })
  return (
    <div className="qb-failure" role="alert">
      <p className="font-medium text-bad-fg">{failure.message}</p>
      {failure.detail === null ? null : <p className="text-fg-2">{failure.detail}</p>}
      {failure.hint === null ? null : <p className="text-fg-2">Hint: {failure.hint}</p>}
      <p>
        <button type="button" className="ui-link" onClick={ask}>
          Ask the assistant
        </button>
      </p>
    </div>
  )
}
