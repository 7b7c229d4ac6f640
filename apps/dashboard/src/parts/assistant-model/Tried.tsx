import type { ModelCapabilities } from '@stoa/contract'
import { formatNumber, StatusColumn } from '@stoa/ui'

const SHOWN = [
  ['answers', 'Answers questions'],
  ['streams', 'Gives its answer in pieces'],
  ['tools', 'Calls tools'],
] as const

const WITHOUT_TOOLS =
  'Without tools the assistant is told about the tables with the question, and looks nothing up by itself.'

/** What a trial of a model has shown. */
export function Tried({
  capabilities,
  message,
  firstMs,
}: {
  capabilities: ModelCapabilities
  message: string | null
  firstMs: number | null
}) {
  return (
    <section aria-label="What the trial has shown" className="grid gap-1.5 text-13" aria-live="polite">
      <ul className="grid gap-1">
        {SHOWN.map(([key, words]) => (
          <li key={key} className="flex items-center gap-2">
            <StatusColumn tone={capabilities[key] ? 'ok' : key === 'tools' && capabilities.answers ? 'warn' : 'bad'} />
            <span>{words}</span>
            <span className="text-fg-3">{capabilities[key] ? 'yes' : 'no'}</span>
          </li>
        ))}
      </ul>
      {message === null ? null : <p className="text-fg-2 wrap-anywhere">{message}</p>}
      {capabilities.answers && !capabilities.tools ? <p className="text-12 text-fg-3">{WITHOUT_TOOLS}</p> : null}
      {firstMs === null ? null : (
        <p className="num text-12 text-fg-3">First words after {formatNumber(Math.round(firstMs))} ms.</p>
      )}
    </section>
  )
}
