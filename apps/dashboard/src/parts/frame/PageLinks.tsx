import type { LinkProps } from '@tanstack/react-router'
import { Fragment } from 'react'
import { MenuLink } from './MenuLink.tsx'

type Addresses = Extract<NonNullable<LinkProps['to']>, `/project/$ref/${string}`>
/** Addresses of a project's pages that name nothing besides the project. */
type PageAddress = Exclude<Addresses, `/project/$ref/${string}$${string}`>

/** Links of a product menu: groups by their heading, each with its pages and what they are called there. */
export type PageGroups = Readonly<Record<string, readonly (readonly [label: string, to: PageAddress])[]>>

/** The links of a product menu to pages of one project. */
export function PageLinks({ projectRef: ref, groups }: { projectRef: string; groups: PageGroups }) {
  return Object.entries(groups).map(([heading, pages]) => (
    <Fragment key={heading}>
      <p className="menu-group">{heading}</p>
      {pages.map(([label, to]) => (
        <MenuLink key={to} to={to} params={{ ref }}>
          {label}
        </MenuLink>
      ))}
    </Fragment>
  ))
}
