import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Spinner } from './status.tsx'

export type Step = {
  label: string
  state: 'done' | 'active' | 'waiting' | 'failed'
  /** What is going on inside the step, such as "31.2 of 54.0 GB copied". */
  detail?: ReactNode
  /** How long it took or has taken. */
  time?: ReactNode
}

const WORDS = { done: 'done', active: 'under way', waiting: 'waiting', failed: 'failed' } as const

/** The named steps of long work, with their states and times. */
export function Steps({ steps, label }: { steps: Step[]; label: string }) {
  return (
    <ol className="ui-steps" aria-label={label}>
      {steps.map((step, index) => (
        <li key={step.label} data-state={step.state} aria-current={step.state === 'active' ? 'step' : undefined}>
          <span className="ui-step-mark" aria-hidden="true">
            {step.state === 'done' ? (
              <Icon of={Check} size="sm" />
            ) : step.state === 'failed' ? (
              <Icon of={X} size="sm" />
            ) : step.state === 'active' ? (
              <Spinner />
            ) : (
              index + 1
            )}
          </span>
          <span>
            {step.label}
            <span className="ui-vh">, {WORDS[step.state]}</span>
            {step.detail ? <span className="ui-step-sub">{step.detail}</span> : null}
          </span>
          {step.time ? <span className="ui-step-time">{step.time}</span> : null}
        </li>
      ))}
    </ol>
  )
}

/** The same steps as columns under a roof: standing, filling, broken, outlined. Decorative: Steps says it in words. */
export function StepsColonnade({ steps }: { steps: Pick<Step, 'label' | 'state'>[] }) {
  const width = steps.length * 21 + 8
  return (
    <svg width={width} height="76" viewBox={`0 0 ${width} 76`} fill="none" aria-hidden="true">
      <path d={`M0 12 5 1H${width - 5}L${width} 12Z`} fill="var(--fg-1)" />
      {steps.map((step, index) => {
        const x = 7 + index * 21
        if (step.state === 'done')
          return <rect key={step.label} x={x} y={18} width={14} height={57} fill="var(--fg-2)" />
        if (step.state === 'active') {
          return (
            <g key={step.label}>
              <rect x={x} y={18} width={14} height={57} fill="var(--bg-active)" />
              <rect className="ui-filling" x={x} y={36} width={14} height={39} fill="var(--accent-mark)" />
            </g>
          )
        }
        if (step.state === 'failed') {
          return <path key={step.label} d={`M${x} 18h14v21h-14zM${x} 53h14v22h-14z`} fill="var(--bad-mark)" />
        }
        return <rect key={step.label} x={x + 0.5} y={18.5} width={13} height={56} stroke="var(--line-strong)" />
      })}
    </svg>
  )
}
