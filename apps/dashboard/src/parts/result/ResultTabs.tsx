import { Button, formatNumber, IconButton, Input, StatusColumn, type TabOption, Tabs } from '@stoa/ui'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Run, RunResult } from '../sql-run/run-state.ts'
import { commandWords } from './command-words.ts'
import { RowCount } from './StatusLine.tsx'

/** More results than this are gone through one by one: nobody finds one among so many tabs. */
const TABS_MAX = 50

type Choice = {
  readonly run: Run
  readonly tab: number | 'failure' | null
  readonly onTab: (tab: number | 'failure') => void
}

/** Chooses between the results of a run, and why it failed. */
export const ResultTabs = (choice: Choice) =>
  choice.run.results.length > TABS_MAX ? <Stepper {...choice} /> : <Row {...choice} />

const FAILURE = (
  <>
    <StatusColumn tone="bad" />
    Error
  </>
)

function Row({ run, tab, onTab }: Choice) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab was opened, and it may be out of sight.
  useEffect(() => {
    row.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  const results = run.results.map(
    (result): TabOption => ({
      value: String(result.id),
      label: `Result ${result.id}`,
      count: <Gave result={result} />,
    }),
  )
  return (
    <div ref={row}>
      <Tabs
        bare
        label="Results"
        value={String(tab)}
        onValueChange={(value) => onTab(value === 'failure' ? value : Number(value))}
        tabs={run.failure === null ? results : [...results, { value: 'failure', label: FAILURE }]}
      />
    </div>
  )
}

/** How many rows a result has, or what its statement did. */
function Gave({ result }: { result: RunResult }) {
  return result.columns.length > 0 ? <RowCount rows={result.rows} bare /> : commandWords(result)
}

/** A script of thousands of statements has thousands of results: the one that is shown, with a way to any other. */
function Stepper({ run, tab, onTab }: Choice) {
  const { results, failure } = run
  const [text, setText] = useState<string | null>(null)
  const at = typeof tab === 'number' ? tab : results.length
  const shown = results[at - 1]
  const go = (to: number) => {
    setText(null)
    if (Number.isInteger(to) && to >= 1 && to <= results.length) onTab(to)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of controls and no form
    <div role="group" aria-label="Results" className="num flex items-center gap-1.5 py-1 text-12 whitespace-nowrap">
      <IconButton
        size="sm"
        variant="quiet"
        icon={ChevronLeft}
        label="Previous result"
        disabledReason={at <= 1 ? 'This is the first result' : null}
        onClick={() => go(at - 1)}
      />
      <span className="max-wide:hidden">Result</span>
      <Input
        size="sm"
        inputMode="numeric"
        aria-label="Number of the result"
        className="w-20 flex-none max-wide:w-14"
        value={text ?? String(at)}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => setText(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(Number(event.currentTarget.value))
          else if (event.key === 'Escape') setText(null)
        }}
      />
      of {formatNumber(results.length)}
      <IconButton
        size="sm"
        variant="quiet"
        icon={ChevronRight}
        label="Next result"
        disabledReason={at >= results.length ? 'This is the last result' : null}
        onClick={() => go(at + 1)}
      />
      {shown === undefined || tab === 'failure' ? null : (
        <span className="text-fg-3 max-wide:hidden">
          <Gave result={shown} />
        </span>
      )}
      {failure === null ? null : (
        <Button size="sm" variant="quiet" aria-pressed={tab === 'failure'} onClick={() => onTab('failure')}>
          {FAILURE}
        </Button>
      )}
    </div>
  )
}
