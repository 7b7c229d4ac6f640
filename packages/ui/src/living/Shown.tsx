import type { ReactNode } from 'react'

/** One subject of the living page. */
export function Shown({
  title,
  wide,
  tall,
  children,
}: {
  title: string
  /** Two columns wide. */
  wide?: boolean
  /** Beside several shorter subjects. */
  tall?: boolean
  children: ReactNode
}) {
  const place = `${wide ? 'wide:col-span-2' : ''} ${tall ? 'wide:row-span-4' : ''}`
  return (
    <section className={`min-w-0 border-t border-line pt-3.5 ${place}`}>
      <h2 className="ui-h2 mb-3.5">{title}</h2>
      {children}
    </section>
  )
}

/** A line of parts that wraps. */
export function Row({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`flex flex-wrap items-center gap-2 ${className}`}>{children}</div>
}
