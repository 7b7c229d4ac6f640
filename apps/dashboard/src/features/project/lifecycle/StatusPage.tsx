import { StatusColumn, type StatusTone } from '@stoa/ui'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../../parts/page/title.ts'

/**
 * The frame of a page that stands in for a project's own pages: what is the case, what it means, what to do.
 * @param before a picture of the work, above the title
 * @param facts what is known about it, as names and values
 * @param foot small grey words at the end
 */
export function StatusPage({
  tone,
  title,
  before,
  text,
  facts,
  actions,
  foot,
  children,
}: {
  tone: StatusTone
  title: string
  before?: ReactNode
  text: ReactNode
  facts?: readonly { readonly name: string; readonly value: ReactNode }[]
  actions?: ReactNode
  foot?: ReactNode
  children?: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className="mx-auto max-w-prose px-10 pt-[12vh] pb-12 max-wide:px-4 max-wide:pt-8">
      {before === undefined ? null : <div className="mb-6">{before}</div>}
      <div className="mb-2 flex items-start gap-3">
        <StatusColumn tone={tone} size="title" className="mt-1" />
        <h1 className="ui-h1 min-w-0 wrap-anywhere">{title}</h1>
      </div>
      <p className="text-14 text-fg-2">{text}</p>
      {facts === undefined ? null : (
        <dl className="num my-6 flex flex-wrap justify-between gap-x-6 gap-y-4 border-y border-line py-4">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt className="text-12 text-fg-3">{name}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children === undefined ? null : <div className="mt-5">{children}</div>}
      {actions === undefined ? null : <div className="mt-5 flex flex-wrap gap-2">{actions}</div>}
      {foot === undefined ? null : <div className="mt-4 text-12 text-fg-3">{foot}</div>}
    </div>
  )
}
