import { NEW_CHAT } from '@stoa/contract'
import { Button, Icon, IconButton, Input, Popover, SearchField, Spinner } from '@stoa/ui'
import { ChevronDown, Pencil, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { findChats, LIST_MAX, type ListedChat } from './chat-list.ts'
import type { Chats } from './use-chats.ts'

/** The name of the chat, which opens the list of all of them. */
export function ChatHistory({ chats }: { chats: Chats }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label="Chats"
      width={320}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="flex min-w-0 items-center gap-1 rounded-2 px-1.5 py-1 hover:bg-hover">
          <span className="ui-vh">Chat: </span>
          <span className="clip text-13 text-fg-2">{chats.current?.name ?? NEW_CHAT}</span>
          <Icon of={ChevronDown} size="xs" />
        </button>
      }
    >
      <ChatList chats={chats} onClose={() => setOpen(false)} />
    </Popover>
  )
}

function ChatList({ chats, onClose }: { chats: Chats; onClose: () => void }) {
  const [words, setWords] = useState('')
  const [renaming, setRenaming] = useState<string | null>(null)
  const found = findChats(chats.all, words)
  return (
    <div className="grid grid-cols-1 gap-1 p-1">
      <SearchField label="Find a chat" value={words} onValueChange={setWords} />
      {found.length === 0 ? <p className="px-2 py-3 text-12 text-fg-2">No chat is called that</p> : null}
      <ul className="chat-history" data-long={chats.all.length > LIST_MAX ? '' : undefined} aria-label="Chats">
        {found.map((chat) => (
          <li key={chat.id} className="chat-entry" data-current={chat.id === chats.currentId ? '' : undefined}>
            {renaming === chat.id ? (
              <RenameChat
                chat={chat}
                onDone={(name) => {
                  setRenaming(null)
                  if (name !== null) void chats.rename(chat.id, name)
                }}
              />
            ) : (
              <Entry
                chat={chat}
                chats={chats}
                onPick={() => {
                  onClose()
                  // In a task of its own: another chat is much to draw, and the list goes at once.
                  setTimeout(() => chats.choose(chat.id))
                }}
                onRename={() => setRenaming(chat.id)}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="grid border-line border-t pt-1">
        <Button
          size="sm"
          variant="quiet"
          icon={Plus}
          className="justify-start"
          onClick={() => {
            chats.begin()
            onClose()
          }}
        >
          New chat
        </Button>
      </div>
    </div>
  )
}

function Entry({
  chat,
  chats,
  onPick,
  onRename,
}: {
  chat: ListedChat
  chats: Chats
  onPick: () => void
  onRename: () => void
}) {
  const isFresh = chats.isFresh && chat.id === chats.currentId
  return (
    <>
      <button
        type="button"
        className="focus-inset flex min-w-0 grow items-center gap-2 self-stretch rounded-2 px-2 text-left"
        aria-current={chat.id === chats.currentId ? 'true' : undefined}
        onClick={onPick}
      >
        <span className="clip">{chat.name}</span>
        {chat.answering ? <Spinner /> : null}
      </button>
      {isFresh ? null : (
        <span className="ui-reveal flex">
          <IconButton icon={Pencil} size="xs" label={`Rename ${chat.name}`} onClick={onRename} />
          {chats.all.length > 1 ? (
            <IconButton icon={Trash2} size="xs" label={`Delete ${chat.name}`} onClick={() => void chats.remove(chat)} />
          ) : null}
        </span>
      )}
    </>
  )
}

/** Enter and leaving the input keep the new name, Escape the old one. */
function RenameChat({ chat, onDone }: { chat: ListedChat; onDone: (name: string | null) => void }) {
  const [name, setName] = useState(chat.name)
  const submit = () => onDone(name.trim() === '' || name.trim() === chat.name ? null : name.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit()
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onDone(null)
  }
  return (
    <Input
      size="sm"
      aria-label="Name of the chat"
      autoFocus
      value={name}
      onChange={(event) => setName(event.target.value)}
      onKeyDown={onKeyDown}
      onBlur={submit}
      onFocus={(event) => event.target.select()}
    />
  )
}
