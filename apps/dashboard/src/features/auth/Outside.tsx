import { Mark } from '@stoa/ui'
import type { ReactNode } from 'react'

const PITCH = 68
const FIRST = -180
const COLUMNS = Array.from({ length: 15 }, (_, index) => FIRST + index * PITCH)
/** The column in blue: the one you are looking at. */
const YOURS = 8

/** The page for people who are not signed in: one form at the left, the colonnade at the right. */
export function Outside({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <div className="outside">
      <main className="outside-form">
        <div>
          <div className="mb-10 flex items-center gap-2.5">
            <Mark size={32} />
            <span className="text-20 font-semi">Stoa</span>
          </div>
          <h1 className="ui-h1">{title}</h1>
          {text === undefined ? null : <div className="mt-1 text-14 text-fg-2">{text}</div>}
          <div className="mt-6">{children}</div>
        </div>
      </main>
      <div className="outside-art" aria-hidden="true">
        <svg aria-hidden="true" viewBox="0 0 640 560" preserveAspectRatio="xMidYMin slice">
          <path d="M-200 0H840V20H-200Z" fill="var(--fg-1)" />
          {COLUMNS.map((x, index) => (
            <rect
              key={x}
              x={x}
              y={32}
              width={32}
              height={640}
              fill={index === YOURS ? 'var(--accent-mark)' : 'var(--line-strong)'}
            />
          ))}
        </svg>
        <p>One roof over a row of Postgres.</p>
      </div>
    </div>
  )
}
