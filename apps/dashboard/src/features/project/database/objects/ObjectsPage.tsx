import {
  Button,
  type Column,
  DataList,
  Empty,
  Menu,
  MenuItem,
  NoMatch,
  Note,
  Page,
  PageHeader,
  SearchField,
  Select,
} from '@stoa/ui'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '../../../../api/errors.ts'
import { useDebouncedText } from '../../../../parts/query-params/use-debounced-text.ts'
import { useQueryParams } from '../../../../parts/query-params/use-query-params.ts'

/** Of a query, what a list needs to know. */
type Asked = {
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

export type ObjectWords = {
  /** Such as `Views`. */
  readonly title: string
  readonly description: string
  /** Such as `a view` and `views`. */
  readonly one: string
  readonly many: string
  /** What can be done where there is none. */
  readonly empty: string
}

const ANY = ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The button that makes a new one: at once, or after a choice of its kind. */
type Create = {
  readonly label: string
  readonly disabledReason: string | undefined
} & (
  | { readonly onClick: () => void }
  | { readonly kinds: readonly { readonly label: string; readonly hint: string; readonly onSelect: () => void }[] }
)

/** Which of a list are shown: the schema and the words to look for, both kept in the address. */
export function useObjectFilter() {
  const [params, setParams] = useQueryParams()
  const schema = textOf(params.schema)
  const words = textOf(params.q)
  return {
    schema,
    words,
    setSchema: (next: string) => setParams({ schema: next }),
    setWords: (next: string) => setParams({ q: next }),
    clear: () => setParams({ schema: '', q: '' }),
  }
}

/**
 * A page that lists things of the database: search, schema, the list with its four states, and a button to make one.
 * @param schemaOf the schema of a row; without it there is no choice of schemas
 * @param textOf what is searched
 */
export function ObjectsPage<Row>({
  words,
  asked,
  rows,
  rowKey,
  schemaOf,
  textOf: searched,
  columns,
  create,
  tools,
  note,
  tall = false,
  render,
  body,
  children,
}: {
  words: ObjectWords
  asked: Asked
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  schemaOf?: (row: Row) => string
  textOf: (row: Row) => string
  columns: Column<Row>[]
  create: Create | null
  /** More controls in the row of the search. */
  tools?: ReactNode
  /** Stands above the list. */
  note?: ReactNode
  tall?: boolean
  /** Draws the rows that are shown in place of a list. */
  render?: (shown: readonly Row[]) => ReactNode
  /** Stands in place of the list, whatever state that is in. */
  body?: ReactNode
  /** What lies over the page. */
  children?: ReactNode
}) {
  const filter = useObjectFilter()
  const [typed, setTyped] = useDebouncedText(filter.words, filter.setWords)
  const wanted = typed.trim().toLowerCase()
  const schemas = schemaOf === undefined ? [] : [...new Set(rows?.map(schemaOf))].sort()
  const known = filter.schema === '' || schemas.includes(filter.schema) ? schemas : [filter.schema, ...schemas]
  const shown = rows?.filter(
    (row) =>
      (schemaOf === undefined || filter.schema === '' || schemaOf(row) === filter.schema) &&
      searched(row).toLowerCase().includes(wanted),
  )
  const button = create === null ? null : <CreateButton create={create} />
  return (
    <Page>
      {/* An empty list has the button in its midst. */}
      <PageHeader title={words.title} description={words.description} actions={rows?.length === 0 ? null : button} />
      <search className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField
          label={`Find ${words.one}`}
          className="w-[280px] max-wide:w-full"
          maxLength={200}
          value={typed}
          onValueChange={setTyped}
        />
        {schemaOf === undefined ? null : (
          <Select
            size="sm"
            aria-label="Schema"
            className="w-[180px] max-wide:w-full"
            value={filter.schema}
            onValueChange={filter.setSchema}
            options={[{ value: ANY, label: 'All schemas' }, ...known.map((name) => ({ value: name, label: name }))]}
          />
        )}
        {tools}
      </search>
      {asked.error !== null && rows !== undefined ? (
        <Note tone="bad" role="alert" className="mb-3">
          The list is not up to date: {errorMessage(asked.error)}
        </Note>
      ) : null}
      {note}
      {body !== undefined ? (
        body
      ) : render !== undefined && shown !== undefined && shown.length > 0 ? (
        render(shown)
      ) : (
        <DataList
          label={words.title}
          tall={tall}
          columns={columns}
          rows={shown}
          rowKey={rowKey}
          error={
            asked.error !== null && rows === undefined
              ? { title: `Failed to load ${words.many}`, reason: errorMessage(asked.error) }
              : null
          }
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
          empty={
            rows?.length === 0 ? (
              <Empty title={`No ${words.many} yet`} text={words.empty} action={button} />
            ) : (
              <NoMatch
                title={`No ${words.many} match`}
                onClear={() => {
                  setTyped('')
                  filter.clear()
                }}
              />
            )
          }
        />
      )}
      {children}
    </Page>
  )
}

function CreateButton({ create }: { create: Create }) {
  const look = { variant: 'primary', size: 'sm', icon: Plus, disabledReason: create.disabledReason } as const
  if ('onClick' in create)
    return (
      <Button {...look} onClick={create.onClick}>
        {create.label}
      </Button>
    )
  if (create.disabledReason !== undefined) return <Button {...look}>{create.label}</Button>
  return (
    <Menu align="end" trigger={<Button {...look}>{create.label}</Button>}>
      {create.kinds.map(({ label, hint, onSelect }) => (
        <MenuItem key={label} hint={hint} onSelect={onSelect}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
