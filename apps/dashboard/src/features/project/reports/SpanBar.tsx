import { REPORT_SPANS, type ReportSpan } from '@stoa/contract'
import { Button, formatTime, IconButton, Segmented, Select, type TabOption } from '@stoa/ui'
import { RotateCw, ZoomOut } from 'lucide-react'
import { useNarrow } from '../../../parts/frame/use-narrow.ts'
import { REFRESHES, SPAN_NAMES, spanWords } from './span.ts'
import type { SpanState } from './use-span.ts'

const SPANS = Object.keys(REPORT_SPANS) as ReportSpan[]
/** Stands for a span between two moments. */
const OWN = 'own'

/** What can be chosen: in full, or short where there is little room. */
const optionsOf = (isNarrow: boolean) =>
  SPANS.map(
    (value): TabOption<ReportSpan | typeof OWN> => ({
      value,
      label: isNarrow ? value.replace(/(?=[a-z])/, '\u00A0') : SPAN_NAMES[value],
    }),
  )

const refreshWords = (seconds: number): string =>
  seconds === 0 ? 'No refresh' : `Every ${seconds === 60 ? 'minute' : `${seconds / 60} minutes`}`

/** Which span of time a report shows, and how often it is asked again. */
export function SpanBar({ span, busy }: { span: SpanState; busy: boolean }) {
  const { preset, from, to } = span
  const options = optionsOf(useNarrow())
  return (
    <div className="report-bar" data-no-image="">
      <Segmented
        label="Span of time"
        value={preset ?? OWN}
        onValueChange={(value) => {
          if (value !== OWN) span.setPreset(value)
        }}
        options={preset === null ? [...options, { value: OWN, label: 'Chosen' }] : options}
      />
      {preset === null ? (
        <>
          <span className="num text-12 text-fg-2">{spanWords(from, to)}</span>
          <IconButton
            size="sm"
            variant="quiet"
            icon={ZoomOut}
            label="Zoom out"
            onClick={() => span.zoom(from - (to - from) / 2, to + (to - from) / 2)}
          />
        </>
      ) : null}
      <span className="report-bar-end">
        <span className="num text-12 text-fg-3">As of {formatTime(span.asOf, true)}</span>
        <Select
          size="sm"
          className="w-40"
          aria-label="Refresh by itself"
          value={String(span.refreshSeconds)}
          onValueChange={(value) => span.setRefresh(Number(value))}
          options={REFRESHES.map((seconds) => ({ value: String(seconds), label: refreshWords(seconds) }))}
        />
        <Button size="sm" icon={RotateCw} busy={busy} onClick={span.refresh}>
          Refresh
        </Button>
      </span>
    </div>
  )
}
