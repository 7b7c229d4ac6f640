import type { Entity } from '@stoa/contract'
import {
  ActionsMenu,
  Button,
  copyAndSay,
  formatCompact,
  Icon,
  MenuItem,
  MenuSeparator,
  SearchField,
  Select,
  SkeletonRows,
} from '@stoa/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Columns3, Copy, Pencil, Plus, Trash2 } from 'lucide-react'
import { type MouseEvent, memo, useDeferredValue, useRef, useState } from 'react'
import { useRowsInSight } from '../../../parts/page/rows-in-sight.ts'
import { stringifyQuery } from '../../../parts/query-params/query-params.ts'
import { ENTITIES } from './entity-icons.ts'
import { isTable, type Shape } from './shape/use-shape.tsx'
import { askAhead } from './use-editor.ts'

/** From so many entities on a list is searched rather than read. */
const SEARCHED_FROM = 2
/** The height of an entry in px, which the drawer of narrow screens makes larger. */
const ENTRY = 28

/** The schemas, and what has rows in one of them. */
export function EntityList({
  projectRef: ref,
  chosen,
  schema,
  schemas: existing,
  entities,
  current,
  shape,
  onSchema,
}: {
  projectRef: string
  /** The schema that is looked at. */
  chosen: string
  /** The one whose entities these are, for a moment that of before. Undefined while they are on their way. */
  schema: string | undefined
  schemas: readonly string[] | undefined
  entities: readonly Entity[] | undefined
  current: string | null
  shape: Shape
  onSchema: (schema: string) => void
}) {
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed).trim().toLowerCase()
  if (schema === undefined || existing === undefined || entities === undefined)
    return <SkeletonRows rows={8} rowHeight={28} />
  // A schema that is not there any more is still the one that the address names.
  const schemas = existing.includes(chosen) ? existing : [chosen, ...existing]
  const shown = entities.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <>
      <div className="flex flex-col gap-2 pb-2">
        <Select
          aria-label="Schema"
          size="sm"
          value={chosen}
          onValueChange={onSchema}
          onValuePress={(name) => askAhead(queries, ref, { schema: name })}
          options={schemas.map((name) => ({ value: name, label: name }))}
        />
        <Button size="sm" icon={Plus} disabledReason={shape.disabledReason} onClick={() => shape.newTable(chosen)}>
          New table
        </Button>
        {entities.length >= SEARCHED_FROM ? (
          <SearchField label="Find a table" value={typed} onValueChange={setTyped} />
        ) : null}
      </div>
      {shown.length === 0 ? (
        <p className="px-2 py-1 text-12 text-fg-3">{wanted === '' ? 'No tables in this schema' : 'No table matches'}</p>
      ) : (
        <EntityRows key={schema} projectRef={ref} schema={schema} entities={shown} current={current} shape={shape} />
      )}
    </>
  )
}

function EntityRows({
  projectRef: ref,
  schema,
  entities,
  current,
  shape,
}: {
  projectRef: string
  schema: string
  entities: readonly Entity[]
  current: string | null
  shape: Shape
}) {
  // A menu for each of many tables would be made for nothing: the one that is pointed at has one.
  const [pointed, setPointed] = useState<number | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { from, to, height } = useRowsInSight(list, entities.length, ENTRY)
  // The one with the focus stays where it is scrolled out of sight, with those that the keyboard goes on to.
  const held = focused === null ? -1 : entities.findIndex(({ id }) => id === focused)
  const isDrawn = (place: number) => (place >= from && place < to) || (held >= 0 && Math.abs(place - held) <= 1)
  return (
    <ul ref={list} className="relative" style={{ height: entities.length * height }} onBlur={() => setFocused(null)}>
      {entities.map((entity, place) =>
        isDrawn(place) ? (
          <li
            key={entity.id}
            className="group absolute w-full"
            style={{ top: place * height }}
            aria-posinset={place + 1}
            aria-setsize={entities.length}
            onPointerEnter={() => setPointed(entity.id)}
            onFocus={() => {
              setPointed(entity.id)
              setFocused(entity.id)
            }}
          >
            <EntityLink projectRef={ref} schema={schema} entity={entity} current={entity.name === current} />
            {pointed === entity.id || entity.name === current ? (
              <span className="absolute top-0.5 right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-[[data-state=open]]:opacity-100 max-wide:opacity-100">
                <EntityMenu schema={schema} entity={entity} shape={shape} />
              </span>
            ) : null}
          </li>
        ) : null,
      )}
    </ul>
  )
}

/** What can be done with a table besides looking at its rows. */
function EntityMenu({ schema, entity, shape }: { schema: string; entity: Entity; shape: Shape }) {
  const { id, name, kind } = entity
  const noForm = !isTable(kind) && `A ${ENTITIES[kind].label.toLowerCase()} has no columns of its own to change`
  const reason = shape.disabledReason ?? noForm
  return (
    <ActionsMenu of={name}>
      <MenuItem icon={Pencil} disabledReason={noForm} onSelect={() => shape.editTable(id)}>
        Edit table
      </MenuItem>
      <MenuItem icon={Columns3} disabledReason={reason} onSelect={() => shape.addColumn(id)}>
        Add a column
      </MenuItem>
      <MenuItem icon={Copy} onSelect={() => void copyAndSay(name, `Copied ${name}`)}>
        Copy name
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        destructive
        disabledReason={shape.disabledReason}
        onSelect={() => shape.drop(schema, entity)}
      >
        Drop
      </MenuItem>
    </ActionsMenu>
  )
}

/** Not drawn anew with the list, which is for every one that the pointer comes to. */
const EntityLink = memo(function EntityLink({
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
  const router = useRouter()
  const queries = useQueryClient()
  const search = { schema, table: entity.name }
  // A link of the router's own looks at every address that comes, which is dear for hundreds of tables. They need no
  // code of their own to be fetched either: this is their screen.
  const isPlain = (event: MouseEvent) =>
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
  const follow = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    askAhead(queries, ref, search)
    void router.navigate({ to: '/project/$ref/editor', params: { ref }, search })
  }
  return (
    <a
      href={`/project/${ref}/editor${stringifyQuery(search)}`}
      // Until the button is let go of the answer is mostly there.
      onMouseDown={(event) => isPlain(event) && askAhead(queries, ref, search)}
      onClick={follow}
      className="menu-link"
      aria-current={current ? 'page' : undefined}
      title={entity.comment ?? `${label} ${entity.name}`}
    >
      <Icon of={icon} size="sm" />
      <span className="clip min-w-0 flex-1">
        {entity.name}
        <span className="ui-vh">, {label.toLowerCase()}</span>
      </span>
      {entity.estimated_rows === null ? null : (
        <span className="ui-count num flex-none text-11 text-fg-3 group-focus-within:invisible group-hover:invisible max-wide:pr-6">
          {formatCompact(entity.estimated_rows)}
        </span>
      )}
    </a>
  )
})
