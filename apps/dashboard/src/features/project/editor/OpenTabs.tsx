import { Icon, IconButton } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { Table2, X } from 'lucide-react'
import { type OpenTable, sameTable } from './memory.ts'

/** The tables that are open, the one in front marked. */
export function OpenTabs({
  projectRef: ref,
  tabs,
  current,
  unsaved,
  onClose,
}: {
  projectRef: string
  tabs: readonly OpenTable[]
  current: OpenTable | null
  /** Whether the table in front has changes that are not saved. */
  unsaved: boolean
  onClose: (table: OpenTable) => void
}) {
  return (
    <nav aria-label="Open tables" className="flex h-9 flex-none overflow-x-auto border-b border-line bg-shell">
      {tabs.map((tab) => {
        const here = current !== null && sameTable(tab, current)
        return (
          <span
            key={`${tab.schema} ${tab.table}`}
            className={`flex flex-none items-center gap-0.5 border-r border-line-faint pr-1 ${here ? 'bg-ground' : ''}`}
          >
            <Link
              to="/project/$ref/editor"
              params={{ ref }}
              search={tab}
              preload={false}
              aria-current={here ? 'page' : undefined}
              className={`focus-inset flex h-full max-w-60 items-center gap-1.5 pl-3 ${here ? 'font-medium text-fg-1' : 'text-fg-2'}`}
            >
              <Icon of={Table2} size="sm" />
              <span className="clip">{tab.schema === 'public' ? tab.table : `${tab.schema}.${tab.table}`}</span>
              {here && unsaved ? (
                <span className="h-3.5 w-1 flex-none rounded-1 bg-warn-mark">
                  <span className="ui-vh">, not saved</span>
                </span>
              ) : null}
            </Link>
            {tabs.length > 1 ? (
              <IconButton icon={X} size="xs" label={`Close ${tab.table}`} onClick={() => onClose(tab)} />
            ) : (
              <span className="w-2" />
            )}
          </span>
        )
      })}
    </nav>
  )
}
