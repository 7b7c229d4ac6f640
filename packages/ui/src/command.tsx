import { Command, defaultFilter } from 'cmdk'
import { Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { highlight } from './command/highlight.ts'
import { Scrim } from './parts/dialog.tsx'
import { useFocusReturn } from './parts/focus-return.ts'
import { Icon, type IconType } from './parts/icon.tsx'
import { Kbd } from './parts/kbd.tsx'

export type CommandItem = {
  /** Unique among all items. */
  id: string
  label: string
  icon?: IconType
  /** A grey text at the end: where it is, what it is. */
  hint?: ReactNode
  /** A key cap at the end, such as `mod+i`. The caller binds it. */
  shortcut?: string
  /** More words that find it. */
  keywords?: string[]
  onSelect: () => void
}

export type CommandGroup = { heading: string; items: CommandItem[] }

/**
 * The menu that opens on Cmd+K: type to find, arrows to move, Enter to run. Running an item closes it first.
 * @param badge where the search looks, such as the project's name.
 * @param onQueryChange hears every key stroke, for groups that come from the server.
 * @param loading more is on its way.
 */
export function CommandMenu({
  open,
  onOpenChange,
  groups,
  label = 'Command menu',
  placeholder = 'Go to or run…',
  empty = 'Nothing found',
  badge,
  onQueryChange,
  loading,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: CommandGroup[]
  label?: string
  placeholder?: string
  empty?: ReactNode
  badge?: ReactNode
  onQueryChange?: (query: string) => void
  loading?: boolean
}) {
  const focus = useFocusReturn(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Radix.Content className="ui-command" {...focus} aria-describedby={undefined}>
          <Radix.Title className="ui-vh">{label}</Radix.Title>
          <Body
            {...{ groups, label, placeholder, empty, badge, onQueryChange, loading }}
            close={() => onOpenChange(false)}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Body({
  groups,
  label,
  placeholder,
  empty,
  badge,
  onQueryChange,
  loading,
  close,
}: Pick<
  Parameters<typeof CommandMenu>[0],
  'groups' | 'label' | 'placeholder' | 'empty' | 'badge' | 'onQueryChange' | 'loading'
> & { close: () => void }) {
  const [query, setQuery] = useState('')
  return (
    // An id can hold letters that nobody sees, so only the words of an item are searched.
    <Command label={label} loop filter={(_id, search, words) => defaultFilter(words?.join(' ') ?? '', search)}>
      <div className="ui-command-head">
        <Icon of={Search} />
        <Command.Input
          value={query}
          placeholder={placeholder}
          onValueChange={(next) => {
            setQuery(next)
            onQueryChange?.(next)
          }}
        />
        {badge ? <span className="ui-badge">{badge}</span> : null}
      </div>
      <Command.List label={label}>
        {loading ? <Command.Loading label="Loading">Loading</Command.Loading> : <Command.Empty>{empty}</Command.Empty>}
        {groups.map((group) => (
          <Command.Group key={group.heading} heading={group.heading}>
            {group.items.map((item) => (
              <Command.Item
                key={item.id}
                className="ui-item"
                value={item.id}
                keywords={[item.label, ...(item.keywords ?? [])]}
                onSelect={() => {
                  close()
                  // The dialog gives focus back first, so that what opens next keeps the focus it takes.
                  setTimeout(item.onSelect, 0)
                }}
              >
                {item.icon ? <Icon of={item.icon} size="sm" /> : null}
                <span>
                  {highlight(item.label, query).map((part) =>
                    part.hit ? <b key={part.at}>{part.text}</b> : <span key={part.at}>{part.text}</span>,
                  )}
                </span>
                {item.hint || item.shortcut ? (
                  <span className="ui-item-end">
                    {item.hint}
                    {item.shortcut ? <Kbd keys={item.shortcut} /> : null}
                  </span>
                ) : null}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}
