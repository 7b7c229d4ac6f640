import { Icon, initials } from '@stoa/ui'
import { ChevronsUpDown } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'

type Native = ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }

/**
 * The button of a switcher in the roof: where one is.
 * @param label what is switched, such as `Project`
 */
export function CrumbTrigger({ label, name, ...rest }: Native & { label: string; name: string }) {
  return (
    <button type="button" className="crumb" data-here="" aria-label={`${label}: ${name}`} {...rest}>
      <span>{name}</span>
      <Icon of={ChevronsUpDown} size="xs" />
    </button>
  )
}

/** The button of the account menu: who one is. */
export function AvatarTrigger({ name, ...rest }: Native & { name: string }) {
  return (
    <button type="button" className="roof-avatar" aria-label={`Account: ${name}`} {...rest}>
      <span className="ui-avatar" aria-hidden="true">
        {initials(name)}
      </span>
    </button>
  )
}
