import {
  editFolder,
  FOLDER_EXISTS,
  type Folder,
  type FolderHolder,
  folderLifecycle,
  NEW_FOLDER_ID,
  newFolder,
  rollBackFolder,
  submitFolder,
} from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useState } from 'react'
import type { ContentActions } from './use-content.ts'

/** The folders as the tree holds them: those of the server, with what is being done to them laid over. */
export function useFolders(ref: string, folders: readonly Folder[], actions: ContentActions) {
  const [touched, setTouched] = useState<ReadonlyMap<string, FolderHolder>>(new Map())
  const put = (id: string, holder: FolderHolder | null) =>
    setTouched((before) => {
      const after = new Map(before)
      if (holder === null) after.delete(id)
      else after.set(id, holder)
      return after
    })
  const made = touched.get(NEW_FOLDER_ID)
  const holders: FolderHolder[] = [
    ...(made ? [made] : []),
    ...folders.map(
      (folder): FolderHolder =>
        touched.get(folder.id) ?? { projectRef: ref, folder, status: 'idle', savedName: folder.name },
    ),
  ]

  async function save(holder: FolderHolder): Promise<void> {
    const { id, name } = holder.folder
    const saved = holder.savedName === null ? await actions.createFolder(name) : await actions.updateFolder(id, name)
    // Idle with the name that the server has, or with the one of before; one that never came to be goes.
    const after = saved
      ? { ...holder, status: folderLifecycle.next(holder.status, 'succeeded') }
      : rollBackFolder(holder)
    put(id, saved || after === null || after.status === 'idle' ? null : after)
  }

  return {
    holders,
    create: () => put(NEW_FOLDER_ID, newFolder(ref)),
    edit: (folder: Folder) => put(folder.id, editFolder(ref, folder)),
    /**
     * Submits a name.
     * @param leaving whether the field is left by it; a name that cannot be then gives way to the one of before
     * @returns false when the field has to stay open
     */
    submit(holder: FolderHolder, name: string, leaving: boolean): boolean {
      const { id } = holder.folder
      const taken = folders.some((one) => one.id !== id && one.name === name)
      if (taken) {
        toast.error(FOLDER_EXISTS)
        if (leaving) put(id, null)
        return leaving
      }
      const next = submitFolder(holder, name)
      put(id, next.status === 'idle' ? null : next)
      if (next.status === 'saving') void save(next)
      return true
    },
  }
}
