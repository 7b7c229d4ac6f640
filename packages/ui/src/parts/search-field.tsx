import { Search } from 'lucide-react'
import { Input, type InputProps } from './input.tsx'

/**
 * A small field that finds something among what is shown. Escape empties it.
 * @param label what can be found, such as "Find a query"; also said inside the field while it is empty, unless
 * `placeholder` says more.
 */
export function SearchField({
  label,
  value,
  onValueChange,
  placeholder = label,
  onKeyDown,
  ...rest
}: Omit<InputProps, 'size' | 'type' | 'icon' | 'aria-label' | 'value' | 'onChange'> & {
  label: string
  value: string
  onValueChange: (value: string) => void
}) {
  return (
    <Input
      {...rest}
      size="sm"
      type="search"
      icon={Search}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.key === 'Escape') onValueChange('')
      }}
    />
  )
}
