import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

function Anchor({ ref, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return <a ref={ref} {...rest} className="menu-link" />
}

/** A link of the product menu; the current page's link says so. Takes what a router link takes. */
export const MenuLink = createLink(Anchor)
