import { type Column, formatAge, formatDate, formatDateTime } from '@stoa/ui'

type Ending = { readonly expires_at: string | null; readonly last_used_at: string | null }

const isOver = ({ expires_at }: Ending): boolean => expires_at !== null && Date.parse(expires_at) < Date.now()

function Expires(token: Ending) {
  const { expires_at } = token
  if (expires_at === null) return 'Never'
  return (
    <span className={isOver(token) ? 'text-bad-fg' : undefined} title={formatDateTime(expires_at)}>
      {isOver(token) ? 'Expired' : formatDate(expires_at)}
    </span>
  )
}

/** The column of a list of tokens or keys that says until when each works. */
export const expiresColumn = <T extends Ending>(narrow?: 'end'): Column<T> => ({
  key: 'expires',
  header: 'Expires',
  ...(narrow ? { narrow } : {}),
  cell: Expires,
})

/** The column that says when each was last used. */
export const lastUsedColumn = <T extends Ending>(): Column<T> => ({
  key: 'used',
  header: 'Last used',
  narrow: 'sub-end',
  cell: ({ last_used_at }) => (
    <span className="text-fg-3">{last_used_at === null ? 'Never' : formatAge(last_used_at)}</span>
  ),
})
