import { contentPermissions, type FolderHolder, SHARED_IN_FOLDER } from '@stoa/contract'
import { MenuItem, MenuSeparator, MenuSub } from '@stoa/ui'
import { Copy, Folder, FolderInput, FolderPlus, Lock, Pencil, Plus, Share2, Star, StarOff, Trash2 } from 'lucide-react'
import { answerPermission } from '../../../../api/answer-permission.ts'
import { useShell } from '../../../../api/shell.ts'
import type { Entry, TreeRow } from './tree.ts'
import type { ContentActions } from './use-content.ts'
import type { useFolders } from './use-folders.ts'

/** What the menu can begin besides the actions themselves. */
export type TreeCommands = {
  readonly rename: (row: TreeRow) => void
  readonly duplicate: (entry: Entry) => void
  readonly create: (folder: string | null) => void
}

/** The items of the menu of a row, or of all rows that are selected. */
export function TreeMenu({
  projectRef,
  row,
  entries,
  held,
  actions,
  commands,
}: {
  projectRef: string
  row: TreeRow | null
  /** The queries that it is about. */
  entries: readonly Entry[]
  held: ReturnType<typeof useFolders>
  actions: ContentActions
  commands: TreeCommands
}) {
  const shell = useShell()
  if (row === null || row.kind === 'section' || row.kind === 'note') {
    return (
      <>
        <MenuItem icon={Plus} onSelect={() => commands.create(null)}>
          New query
        </MenuItem>
        <MenuItem icon={FolderPlus} onSelect={held.create}>
          New folder
        </MenuItem>
      </>
    )
  }
  if (row.kind === 'folder') {
    const { folder } = row.holder
    const isBelow = (one: FolderHolder): boolean => {
      const parent = held.holders.find((other) => other.folder.id === one.folder.parent_id)
      return one.folder.id === folder.id || (parent !== undefined && isBelow(parent))
    }
    return (
      <>
        <MenuItem icon={Plus} onSelect={() => commands.create(folder.id)}>
          New query in this folder
        </MenuItem>
        <MenuItem icon={Pencil} shortcut="F2" onSelect={() => commands.rename(row)}>
          Rename
        </MenuItem>
        <MenuSub label="Move to folder" icon={FolderInput}>
          <Folders
            holders={held.holders.filter((one) => !isBelow(one))}
            onChoose={(parent) => void actions.updateFolder(folder.id, folder.name, parent)}
          />
        </MenuSub>
        <MenuSeparator />
        <MenuItem icon={Trash2} destructive onSelect={() => void actions.removeFolder(folder)}>
          Delete with its queries
        </MenuItem>
      </>
    )
  }
  const may = (permission: (typeof contentPermissions)['update' | 'remove']) =>
    entries
      .map(({ owner_id: owner }) => answerPermission(shell, permission, { ref: projectRef, owner }).reason)
      .find((reason) => reason !== undefined)
  const cannotChange = may(contentPermissions.update)
  const isShared = entries.some(({ visibility }) => visibility === 'project')
  const move = (
    <MenuSub label="Move to folder" icon={FolderInput}>
      <Folders
        holders={held.holders}
        disabledReason={cannotChange ?? (isShared ? SHARED_IN_FOLDER : undefined)}
        onChoose={(folder) => actions.move(entries, folder)}
      />
    </MenuSub>
  )
  const remove = (
    <MenuItem
      icon={Trash2}
      shortcut="delete"
      destructive
      disabledReason={may(contentPermissions.remove)}
      onSelect={() => void actions.remove(entries)}
    >
      {entries.length > 1 ? `Delete ${entries.length} queries` : 'Delete'}
    </MenuItem>
  )
  const { entry } = row
  if (entries.length > 1) {
    return (
      <>
        {move}
        <MenuSeparator />
        {remove}
      </>
    )
  }
  return (
    <>
      <MenuItem icon={Pencil} shortcut="F2" disabledReason={cannotChange} onSelect={() => commands.rename(row)}>
        Rename
      </MenuItem>
      <MenuItem icon={Copy} onSelect={() => commands.duplicate(entry)}>
        Duplicate
      </MenuItem>
      {move}
      {entry.favorite ? (
        <MenuItem icon={StarOff} onSelect={() => actions.setFavorite(entry, false)}>
          Remove from favourites
        </MenuItem>
      ) : (
        <MenuItem icon={Star} onSelect={() => actions.setFavorite(entry, true)}>
          Add to favourites
        </MenuItem>
      )}
      {entry.visibility === 'project' ? (
        <MenuItem icon={Lock} disabledReason={cannotChange} onSelect={() => actions.share(entry, 'user')}>
          Make private
        </MenuItem>
      ) : (
        <MenuItem icon={Share2} disabledReason={cannotChange} onSelect={() => actions.share(entry, 'project')}>
          Share with the project
        </MenuItem>
      )}
      <MenuSeparator />
      {remove}
    </>
  )
}

function Folders({
  holders,
  disabledReason,
  onChoose,
}: {
  holders: readonly FolderHolder[]
  disabledReason?: string | undefined
  onChoose: (folder: string | null) => void
}) {
  return (
    <>
      <MenuItem disabledReason={disabledReason} onSelect={() => onChoose(null)}>
        No folder
      </MenuItem>
      {holders.map(({ folder }) => (
        <MenuItem key={folder.id} icon={Folder} disabledReason={disabledReason} onSelect={() => onChoose(folder.id)}>
          {folder.name}
        </MenuItem>
      ))}
    </>
  )
}
