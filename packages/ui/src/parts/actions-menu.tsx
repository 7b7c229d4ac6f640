import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Menu } from './menu.tsx'

/**
 * What can be done with one thing of a list, as a menu behind three dots.
 * @param of what the thing is called.
 * @param children the items of the menu.
 */
export function ActionsMenu({ of, children }: { of: string; children: ReactNode }) {
  return <Menu trigger={<IconButton icon={Ellipsis} size="xs" label={`Actions for ${of}`} />}>{children}</Menu>
}
