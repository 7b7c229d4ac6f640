import type { ComponentType } from 'react'

/** Any icon component that draws an svg and takes a class name, such as those of lucide-react. */
export type IconType = ComponentType<{
  className?: string
  'aria-hidden'?: boolean | 'true' | 'false'
  'data-size'?: string
}>

/** Draws an icon at one of the three sizes of the product: 16 px, 14 px (`sm`) or 12 px (`xs`). Always decorative. */
export function Icon({
  of: Glyph,
  size = 'md',
  className,
}: {
  of: IconType
  size?: 'md' | 'sm' | 'xs'
  className?: string
}) {
  return <Glyph className={className ? `ui-i ${className}` : 'ui-i'} data-size={size} aria-hidden="true" />
}
