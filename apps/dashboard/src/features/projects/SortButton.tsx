import { Button } from '@stoa/ui'
import { ArrowDownUp } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { SORT_NAMES, type Sort } from './project-rows.ts'

/** The button that says the order of the list. */
export function SortButton({
  sort,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement>; sort: Sort }) {
  return (
    <Button size="sm" variant="quiet" icon={ArrowDownUp} aria-label={`Sort: ${SORT_NAMES[sort]}`} {...rest}>
      {SORT_NAMES[sort]}
    </Button>
  )
}
