import type { EditorView, Entity } from '@stoa/contract'
import { formatCompact, Icon, Input, Select, SkeletonRows } from '@stoa/ui'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { MenuLink } from '../../../parts/frame/MenuLink.tsx'
import { ENTITIES } from './entity-icons.ts'

/** From so many entities on a list is searched rather than read. */
const SEARCHED_FROM = 2

/** The schemas, and what has rows in the chosen one. */
export function EntityList({
  projectRef: ref,
  view,
  current,
  onSchema,
}: {
  projectRef: string
  /** Undefined while it is on its way. */
  view: EditorView | undefined
  current: string | null
  onSchema: (schema: string) => void
}) {
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed).trim().toLowerCase()
  if (view === undefined) return <SkeletonRows rows={8} rowHeight={28} />
  const { schema, entities } = view
  // A schema that is not there any more is still the one that the address names.
  const schemas = view.schemas.includes(schema) ? view.schemas : [schema, ...view.schemas]
  const shown = entities.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <>
      <div className="flex flex-col gap-2 pb-2">
        <Select
          aria-label="Schema"
          size="sm"
          value={schema}
          onValueChange={onSchema}
          options={schemas.map((name) => ({ value: name, label: name }))}
        />
        {entities.length >= SEARCHED_FROM ? (
          <Input
            size="sm"
            icon={Search}
            aria-label="Find a table"
            placeholder="Find a table"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
      </div>
      {shown.length === 0 ? (
        <p className="px-2 py-1 text-12 text-fg-3">{wanted === '' ? 'No tables in this schema' : 'No table matches'}</p>
      ) : (
        <ul>
          {shown.map((entity) => (
            <li key={entity.id}>
              <EntityLink projectRef={ref} schema={schema} entity={entity} current={entity.name === current} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function EntityLink({
  projectRef: ref,
  schema,
  entity,
  current,
}: {
  projectRef: string
  schema: string
  entity: Entity
  current: boolean
}) {
  const { icon, label } = ENTITIES[entity.kind]
  return (
    <MenuLink
      to="/project/$ref/editor"
      params={{ ref }}
      search={{ schema, table: entity.name }}
      // The pointer passes many tables on its way: only the one that is pressed is read.
      preload={false}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={current ? 'page' : undefined}
      title={entity.comment ?? `${label} ${entity.name}`}
    >
      <Icon of={icon} size="sm" />
      <span className="clip min-w-0 flex-1">
        {entity.name}
        <span className="ui-vh">, {label.toLowerCase()}</span>
      </span>
      {entity.estimated_rows === null ? null : (
        <span className="ui-count num flex-none text-11 text-fg-3">{formatCompact(entity.estimated_rows)}</span>
      )}
    </MenuLink>
  )
}
