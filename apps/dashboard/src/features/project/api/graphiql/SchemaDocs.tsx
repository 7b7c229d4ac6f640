import { Button, SearchField } from '@stoa/ui'
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'

/** Most entries of a list; a search finds the rest. */
const SHOWN = 200

type Entry = Pick<GraphQLField<unknown, unknown>, 'name' | 'description' | 'type'> & {
  readonly args?: GraphQLField<unknown, unknown>['args']
}

/** What the schema has: queries, mutations and every type that they lead to. */
export function SchemaDocs({ schema }: { schema: GraphQLSchema }) {
  const [path, setPath] = useState<readonly string[]>([])
  const [search, setSearch] = useState('')
  const name = path.at(-1)
  const type = name === undefined ? undefined : schema.getType(name)
  const open = (next: string) => {
    setSearch('')
    setPath([...path, next])
  }
  return (
    <div className="flex h-full min-h-0 flex-col gap-2 overflow-y-auto p-3 text-13">
      {type === undefined ? (
        <>
          <h2 className="ui-h2">Schema</h2>
          <Roots schema={schema} open={open} />
        </>
      ) : (
        <>
          <div>
            <Button size="sm" variant="quiet" icon={ArrowLeft} onClick={() => setPath(path.slice(0, -1))}>
              {path.at(-2) ?? 'Schema'}
            </Button>
          </div>
          <h2 className="ui-h2 break-all">{type.name}</h2>
          {type.description ? <p className="text-fg-2">{type.description}</p> : null}
          <SearchField label={`Search ${type.name}`} placeholder="Search" value={search} onValueChange={setSearch} />
          <Members type={type} search={search.trim().toLowerCase()} open={open} />
        </>
      )}
    </div>
  )
}

function Roots({ schema, open }: { schema: GraphQLSchema; open: (name: string) => void }) {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((root) => root !== null && root !== undefined)
  return (
    <ul className="grid gap-px">
      {roots.map((root) => (
        <li key={root.name}>
          <TypeButton name={root.name} open={open} />
          <span className="ml-2 text-12 text-fg-3">{Object.keys(root.getFields()).length} fields</span>
        </li>
      ))}
    </ul>
  )
}

const TypeButton = ({ name, label = name, open }: { name: string; label?: string; open: (name: string) => void }) => (
  <button type="button" className="ui-link ui-mono text-12" onClick={() => open(name)}>
    {label}
  </button>
)

function Members({ type, search, open }: { type: GraphQLNamedType; search: string; open: (name: string) => void }) {
  if (isEnumType(type))
    return (
      <ul className="grid gap-1">
        {type
          .getValues()
          .filter(({ name }) => name.toLowerCase().includes(search))
          .slice(0, SHOWN)
          .map(({ name }) => (
            <li key={name} className="ui-mono text-12">
              {name}
            </li>
          ))}
      </ul>
    )
  const entries: readonly Entry[] =
    isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : []
  const found = entries.filter(({ name }) => name.toLowerCase().includes(search))
  if (found.length === 0)
    return <p className="text-fg-3">{entries.length === 0 ? 'A plain value' : 'Nothing has this name'}</p>
  return (
    <ul className="grid gap-3">
      {found.slice(0, SHOWN).map(({ name, description, type: gives, args = [] }) => (
        <li key={name} className="min-w-0">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <code className="ui-mono text-12 font-medium">{name}</code>
            <TypeButton name={getNamedType(gives).name} label={String(gives)} open={open} />
          </p>
          {args.length > 0 ? (
            <ul className="mt-0.5 flex flex-wrap gap-x-3 pl-3 text-12 text-fg-3">
              {args.map((arg) => (
                <li key={arg.name}>
                  {arg.name}: <TypeButton name={getNamedType(arg.type).name} label={String(arg.type)} open={open} />
                </li>
              ))}
            </ul>
          ) : null}
          {description ? <p className="mt-0.5 text-12 text-fg-3">{description.split('\n')[0]}</p> : null}
        </li>
      ))}
    </ul>
  )
}
