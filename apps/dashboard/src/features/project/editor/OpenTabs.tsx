import { Icon, IconButton } from '@stoa/ui'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { memo } from 'react'
import { ENTITIES } from './entity-icons.ts'
import { type OpenTab, type OpenTable, sameTable, tableKey } from './memory.ts'

/** The tables that are open, the one in front marked. */
export const OpenTabs = memo(function OpenTabs({
  projectRef: ref,
  tabs,
  current,
  unsaved,
  onClose,
}: {
  projectRef: string
  tabs: readonly OpenTab[]
  current: OpenTable | null
  /** Which tables have changes that are not saved, by `tableKey`. */
  unsaved: ReadonlySet<string>
  onClose: (table: OpenTable) => void
}) {
  return (
    <nav aria-label="Open tables" className="flex h-9 flex-none overflow-x-auto border-b border-line bg-shell">
      {tabs.map((tab) => {
        const here = current !== null && sameTable(tab, current)
        return (
          <span
            key={tableKey(tab)}
            onAuxClick={(event) => {
              if (event.button === 1 && tabs.length > 1) onClose(tab)
            }}
            className={`flex flex-none items-center gap-0.5 border-r border-line-faint pr-1 ${here ? 'bg-ground' : ''}`}
          >
            <Link
              to="/project/$ref/editor"
              params={{ ref }}
              search={{ schema: tab.schema, table: tab.table }}
              preload={false}
              aria-current={here ? 'page' : undefined}
              className={`focus-inset flex h-full max-w-60 items-center gap-1.5 pl-3 ${here ? 'font-medium text-fg-1' : 'text-fg-2'}`}
            >
              <Icon of={ENTITIES[tab.kind ?? 'table'].icon} size="sm" />
              <span className="clip">{tab.schema === 'public' ? tab.table : `${tab.schema}.${tab.table}`}</span>
              {unsaved.has(tableKey(tab)) ? (
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
})
