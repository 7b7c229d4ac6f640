import type { ReactNode } from 'react'

/** The name of a row that opens what it names; a press anywhere on the row does, too. */
export function NameButton({
  name,
  label,
  onOpen,
  children,
}: {
  name: string
  /** What it does, for people who do not see it, such as `Edit the view busy`. */
  label: string
  onOpen: () => void
  children?: ReactNode
}) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <button type="button" className="ui-rowlink clip font-medium" aria-label={label} onClick={onOpen}>
        {name}
      </button>
      {children}
    </span>
  )
}
