import { lifecycle } from '../../lifecycle.ts'

/** How a folder in the tree stands. */
export const folderLifecycle = lifecycle({
  editing: { on: { submitChanged: 'saving', submitSame: 'idle' } },
  saving: { on: { succeeded: 'idle', failed: 'idle' } },
  idle: { on: { edit: 'editing' } },
})
export type FolderStatus = (typeof folderLifecycle.names)[number]

/** The id of a folder that is not on the server yet. */
export const NEW_FOLDER_ID = 'new-folder'

/** A folder as the tree holds it. */
export type FolderHolder = {
  readonly projectRef: string
  readonly folder: {
    readonly id: string
    readonly name: string
    readonly owner_id: string | number
    readonly project_id: number
    readonly parent_id: string | null
  }
  readonly status: FolderStatus
  /** The name to go back to when saving fails; null for a folder that would go then. */
  readonly savedName: string | null
}

/** A folder that is being named for the first time. */
export const newFolder = (projectRef: string): FolderHolder => ({
  projectRef,
  folder: { id: NEW_FOLDER_ID, name: '', owner_id: -1, project_id: -1, parent_id: null },
  status: 'editing',
  savedName: null,
})

/** A folder of the server's whose name is being changed. */
export const editFolder = (projectRef: string, folder: FolderHolder['folder']): FolderHolder => ({
  projectRef,
  folder,
  status: folderLifecycle.next('idle', 'edit'),
  savedName: folder.name,
})

/** What becomes of a folder when its name is submitted: only another name is saved. */
export function submitFolder(holder: FolderHolder, name: string): FolderHolder {
  const event = name === holder.savedName || name === '' ? 'submitSame' : 'submitChanged'
  const status = folderLifecycle.next(holder.status, event)
  return {
    ...holder,
    status,
    folder: { ...holder.folder, name: status === 'saving' ? name : (holder.savedName ?? '') },
  }
}

/**
 * What becomes of a folder when saving it failed.
 * @returns the folder with its name of before; null when it never came to be
 */
export function rollBackFolder(holder: FolderHolder): FolderHolder | null {
  const status = folderLifecycle.next(holder.status, 'failed')
  if (holder.savedName === null) return null
  return { ...holder, status, folder: { ...holder.folder, name: holder.savedName } }
}
