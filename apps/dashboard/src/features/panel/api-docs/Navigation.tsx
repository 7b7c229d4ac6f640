import { Button, Icon, SearchField } from '@stoa/ui'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type Place, SECTIONS, type Section, useDocs } from './docs-context.ts'

/** From how many items on a list can be searched. */
const SEARCH_FROM = 8

const LINK =
  'flex w-full items-center gap-2 rounded-2 px-2 py-1 text-left text-fg-2 hover:bg-hover aria-[current=page]:bg-active aria-[current=page]:text-fg-1'

/** The left side: the sections, or the items of the section that one is in. */
export function Navigation({ place, sections }: { place: Place; sections: readonly Section[] }) {
  const { go, tables, functions } = useDocs()
  const items = place.section === 'tables' ? tables : place.section === 'functions' ? functions : []
  if (place.item === null || items.length === 0)
    return (
      <ul className="grid gap-px">
        {sections.map((section) => (
          <li key={section}>
            <button
              type="button"
              className={LINK}
              aria-current={section === place.section ? 'page' : undefined}
              onClick={() => go({ section, item: null })}
            >
              <span className="grow">{SECTIONS[section]}</span>
              {section === 'tables' || section === 'functions' ? <Icon of={ChevronRight} size="xs" /> : null}
            </button>
          </li>
        ))}
      </ul>
    )
  return <Items key={place.section} place={place} names={items.map(({ name }) => name)} />
}

function Items({ place, names }: { place: Place; names: readonly string[] }) {
  const { go } = useDocs()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = names.filter((name) => name.toLowerCase().includes(wanted))
  return (
    <div className="grid gap-2">
      <div>
        <Button size="sm" variant="quiet" icon={ArrowLeft} onClick={() => go({ section: place.section, item: null })}>
          {SECTIONS[place.section]}
        </Button>
      </div>
      {names.length < SEARCH_FROM ? null : (
        <SearchField
          label={`Search ${SECTIONS[place.section]}`}
          placeholder="Search"
          value={search}
          onValueChange={setSearch}
        />
      )}
      <ul className="grid gap-px">
        {found.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={LINK}
              aria-current={name === place.item ? 'page' : undefined}
              onClick={() => go({ section: place.section, item: name })}
            >
              <code className="ui-mono clip text-12">{name}</code>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className="px-2 text-12 text-fg-3">Nothing has this name</p> : null}
    </div>
  )
}
