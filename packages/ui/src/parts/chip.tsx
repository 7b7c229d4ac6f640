import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/**
 * A filter, sort or parameter in one line: name, operator, value. Press it to edit, the cross to remove it.
 * @param label what it is in words, such as "Filter: status is not cancelled"; names its buttons.
 */
export function Chip({
  name,
  operator,
  value,
  label,
  onEdit,
  onRemove,
}: {
  name: ReactNode
  operator?: ReactNode
  value?: ReactNode
  label: string
  onEdit?: () => void
  onRemove?: () => void
}) {
  const parts = (
    <>
      <span className="ui-chip-key">{name}</span>
      {operator ? <span className="ui-chip-op">{operator}</span> : null}
      {value === undefined ? null : <span className="ui-chip-value">{value}</span>}
    </>
  )
  return (
    <span className="ui-chip">
      {onEdit ? (
        <button type="button" className="ui-chip-face" aria-label={label} onClick={onEdit}>
          {parts}
        </button>
      ) : (
        <span className="ui-chip-face">{parts}</span>
      )}
      {onRemove ? (
        <button type="button" className="ui-chip-x" aria-label={`Remove ${label}`} onClick={onRemove}>
          <Icon of={X} size="xs" />
        </button>
      ) : null}
    </span>
  )
}
