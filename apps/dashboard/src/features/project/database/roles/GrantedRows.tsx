import type { GrantedTable } from '@stoa/contract'
import { Checkbox, IconButton, Td } from '@stoa/ui'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { columnKey, columnWords, granted, grantedOnColumn, ON_COLUMNS, PRIVILEGES, privilegesOf } from './grants.ts'

/** What a role may do with a table, in a row, and with its columns, in rows below it on demand. */
export function GrantedRows({
  table,
  role,
  wanted,
  reason,
  onWant,
}: {
  table: GrantedTable
  role: string
  wanted: ReadonlyMap<string, boolean>
  reason: string | undefined
  onWant: (key: string, give: boolean) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const own = columnWords(table, role)
  const locked = reason ?? (table.owner === role && 'It owns the table')
  const onTable = (privilege: string) =>
    wanted.get(`${table.name} ${privilege}`) ?? granted(table.grants, role, privilege)
  return (
    <>
      <tr>
        <Td>
          <span className={`flex items-center gap-1 ${table.column_names.length === 0 ? 'pl-7' : ''}`}>
            {table.column_names.length === 0 ? null : (
              <IconButton
                icon={isOpen ? ChevronDown : ChevronRight}
                size="xs"
                label={`Columns of ${table.name}`}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
              />
            )}
            <span className="font-medium">{table.name}</span>
          </span>
          <span className="block pl-7 text-12 text-fg-3">
            {table.kind === 'table' ? null : table.kind.replace('_', ' ')}
            {own === null ? null : <span title={own}> {own}</span>}
          </span>
        </Td>
        {PRIVILEGES.map((privilege) => {
          if (!privilegesOf(table.kind).includes(privilege)) return <Td key={privilege} />
          const is = onTable(privilege)
          return (
            <Td key={privilege} className={is === granted(table.grants, role, privilege) ? undefined : 'bg-edit'}>
              <Checkbox
                aria-label={`${privilege.toLowerCase()} on ${table.name}`}
                checked={is}
                disabledReason={locked}
                onCheckedChange={(give) => onWant(`${table.name} ${privilege}`, give)}
              />
            </Td>
          )
        })}
      </tr>
      {isOpen
        ? table.column_names.map((column) => (
            <tr key={column}>
              <Td>
                <span className="block pl-7 text-fg-2">{column}</span>
              </Td>
              {PRIVILEGES.map((privilege) => {
                if (!ON_COLUMNS.includes(privilege)) return <Td key={privilege} />
                const key = columnKey(table.name, column, privilege)
                const has = grantedOnColumn(table, column, role, privilege)
                const is = wanted.get(key) ?? has
                return (
                  <Td key={privilege} className={is === has ? undefined : 'bg-edit'}>
                    <Checkbox
                      aria-label={`${privilege.toLowerCase()} on ${column} of ${table.name}`}
                      checked={is || onTable(privilege)}
                      disabledReason={locked || (onTable(privilege) && !is && 'It has this on the whole table')}
                      onCheckedChange={(give) => onWant(key, give)}
                    />
                  </Td>
                )
              })}
            </tr>
          ))
        : null}
    </>
  )
}
