import { ASSISTANT_DEFAULT_SCHEMA, ASSISTANT_SCHEMAS_MAX } from '@stoa/contract'
import { Button, Checkbox, SearchField } from '@stoa/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../../../api/client.ts'
import { showsLists } from '../../../../parts/sql-run/database-lists.ts'

const ONE_AT_LEAST = 'The assistant looks at one schema at least'
const TOO_MANY = `The assistant looks at ${ASSISTANT_SCHEMAS_MAX} schemas at most`

/** The schemas of the project's database, any number of which can be chosen. */
export function SchemaSelect({
  projectRef,
  chosen,
  onChange,
}: {
  projectRef: string
  chosen: readonly string[]
  onChange: (schemas: readonly string[]) => void
}) {
  const [words, setWords] = useState('')
  const { data, error, isPending, refetch, isFetching } = useQuery({
    ...orpc.project.database.meta.schemas.queryOptions({ input: { ref: projectRef, include_system_schemas: false } }),
    meta: showsLists(projectRef, 'schemas'),
  })
  const names = (data ?? []).map(({ name }) => name).sort((one, other) => one.localeCompare(other))
  // What was chosen and is gone can be taken out of the choice.
  const all = [...names, ...(data === undefined ? [] : chosen.filter((name) => !names.includes(name)))]
  const found = all.filter((name) => name.toLowerCase().includes(words.trim().toLowerCase()))
  const toggle = (name: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, name] : chosen.filter((one) => one !== name)
    onChange(next.length === 0 ? [ASSISTANT_DEFAULT_SCHEMA] : next)
  }
  return (
    <div className="rounded-3 border border-line">
      <div className="border-line border-b p-1.5">
        <SearchField label="Find schema" placeholder="Find schema..." value={words} onValueChange={setWords} />
      </div>
      {error !== null ? (
        <div className="flex items-center gap-3 px-3 py-2.5" role="alert">
          <span className="grow text-13 text-bad-fg">Failed to load schemas</span>
          <Button size="sm" busy={isFetching} busyLabel="Loading" onClick={() => void refetch()}>
            Reload schemas
          </Button>
        </div>
      ) : isPending ? (
        <p className="px-3 py-2.5 text-13 text-fg-2" role="status">
          Loading schemas...
        </p>
      ) : found.length === 0 ? (
        <p className="px-3 py-2.5 text-13 text-fg-2">No schemas found</p>
      ) : (
        <ul className="chat-schemas" aria-label="Schemas">
          {found.map((name) => {
            const isChosen = chosen.includes(name)
            const isLast = isChosen && chosen.length === 1
            return (
              <li key={name} className="chat-schema flex items-center px-3">
                <Checkbox
                  label={<span className="ui-mono text-12">{name}</span>}
                  checked={isChosen}
                  disabledReason={
                    isLast ? ONE_AT_LEAST : !isChosen && chosen.length >= ASSISTANT_SCHEMAS_MAX ? TOO_MANY : undefined
                  }
                  onCheckedChange={(wanted) => toggle(name, wanted)}
                />
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
