import { Empty, ErrorState, SkeletonRows } from '@stoa/ui'
import { failureOf } from '../../../api/failure.ts'
import { type Section, useDocs } from './docs-context.ts'

/** What a section has pages about, each a button that opens its page. */
export function ItemList({
  section,
  noun,
  items,
  empty,
}: {
  section: Section
  noun: string
  items: readonly { readonly name: string; readonly description: string }[]
  empty: string
}) {
  const { document, go } = useDocs()
  if (document.data === undefined)
    return document.isError ? (
      <ErrorState title="Failed to retrieve the description of the API" {...failureOf(document)} />
    ) : (
      <SkeletonRows rows={4} />
    )
  if (items.length === 0)
    return <Empty title={empty} text={`Create a ${noun} in an exposed schema and its page appears here.`} />
  return (
    <ul className="-mx-2 grid gap-px">
      {items.map(({ name, description }) => (
        <li key={name}>
          <button
            type="button"
            className="flex w-full items-baseline gap-3 rounded-2 px-2 py-1.5 text-left hover:bg-hover"
            onClick={() => go({ section, item: name })}
          >
            <code className="ui-mono flex-none">{name}</code>
            <span className="clip text-12 text-fg-3">{description.split('\n')[0]}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
