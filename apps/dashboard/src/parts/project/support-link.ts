import type { SupportCategory } from '@stoa/contract'

/** What the form for support begins with, as its address carries it. */
export type SupportSearch = { category?: string; ref?: string; subject?: string; message?: string }

/**
 * The address of the form for support, to be spread on a router's link: `<Link {...supportLink({ ref })}>`.
 * @param about what is already known of the request: what it is about, the project, and the first words
 */
export const supportLink = (about: {
  category?: SupportCategory
  ref?: string
  subject?: string
  message?: string
}): { readonly to: '/support/new'; readonly search: SupportSearch } => ({ to: '/support/new', search: about })
