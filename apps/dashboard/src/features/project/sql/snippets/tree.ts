import { type ContentSummary, type FolderHolder, NEW_FOLDER_ID } from '@stoa/contract'

/** A query as the list shows it. */
export type Entry = Pick<ContentSummary, 'id' | 'name' | 'folder_id' | 'favorite' | 'visibility' | 'owner_id'>

export type SectionId = 'favorites' | 'shared' | 'private'
export const SECTIONS: readonly { readonly id: SectionId; readonly label: string; readonly empty: string }[] = [
  { id: 'favorites', label: 'Favourites', empty: 'No favourites yet' },
  { id: 'shared', label: 'Shared', empty: 'Nothing is shared yet' },
  { id: 'private', label: 'Private', empty: 'No queries of your own yet' },
]

type Place = {
  readonly key: string
  /** From 1. */
  readonly level: number
  /** Which of how many beside it, from 1. */
  readonly at: number
  readonly of: number
  readonly parent: string | null
}
export type TreeRow = Place &
  (
    | {
        readonly kind: 'section'
        readonly id: SectionId
        readonly label: string
        readonly open: boolean
        readonly count: number
      }
    | { readonly kind: 'folder'; readonly holder: FolderHolder; readonly open: boolean; readonly count: number }
    | { readonly kind: 'snippet'; readonly section: SectionId; readonly entry: Entry }
    | { readonly kind: 'note'; readonly text: string }
  )

const sectionKey = (id: SectionId): string => `section ${id}`
const folderKey = (id: string): string => `folder ${id}`
const snippetKey = (section: SectionId, id: string): string => `${section} ${id}`

/** Sections are open and folders closed, until they are toggled. */
const isOpen = (key: string, toggled: ReadonlySet<string>): boolean => key.startsWith('section ') !== toggled.has(key)

type Open = { [K in TreeRow['kind']]: Omit<Extract<TreeRow, { kind: K }>, 'at' | 'of'> }[TreeRow['kind']]

/**
 * The rows of the tree from top to bottom, those of closed sections and folders left out.
 * @param entries in the order in which they are to stand
 * @param toggled keys of sections that are closed and of folders that are open
 */
export function rowsOf(
  entries: readonly Entry[],
  holders: readonly FolderHolder[],
  toggled: ReadonlySet<string>,
): readonly TreeRow[] {
  const rows: Open[] = []
  const known = new Set(holders.map(({ folder }) => folder.id))
  const own = entries.filter(({ visibility }) => visibility === 'user')
  const inFolder = (id: string | null) =>
    own.filter(({ folder_id }) => (folder_id !== null && known.has(folder_id) ? folder_id : null) === id)
  const foldersIn = (id: string | null) =>
    holders
      .filter(
        ({ folder }) => (folder.parent_id !== null && known.has(folder.parent_id) ? folder.parent_id : null) === id,
      )
      .toSorted((a, b) => rank(a) - rank(b) || a.folder.name.localeCompare(b.folder.name))
  const countIn = (id: string): number =>
    inFolder(id).length + foldersIn(id).reduce((sum, { folder }) => sum + countIn(folder.id), 0)
  const addSnippets = (section: SectionId, list: readonly Entry[], level: number, parent: string) => {
    for (const entry of list)
      rows.push({ kind: 'snippet', key: snippetKey(section, entry.id), section, entry, level, parent })
  }
  const addFolders = (id: string | null, level: number, parent: string) => {
    for (const holder of foldersIn(id)) {
      const key = folderKey(holder.folder.id)
      const open = isOpen(key, toggled)
      rows.push({ kind: 'folder', key, holder, open, count: countIn(holder.folder.id), level, parent })
      if (!open) continue
      addFolders(holder.folder.id, level + 1, key)
      addSnippets('private', inFolder(holder.folder.id), level + 1, key)
    }
  }
  for (const { id, label, empty } of SECTIONS) {
    const key = sectionKey(id)
    const open = isOpen(key, toggled)
    const list =
      id === 'private' ? own : entries.filter((one) => (id === 'shared' ? one.visibility === 'project' : one.favorite))
    rows.push({ kind: 'section', key, id, label, open, count: list.length, level: 1, parent: null })
    if (!open) continue
    if (id === 'private') addFolders(null, 2, key)
    addSnippets(id, id === 'private' ? inFolder(null) : list, 2, key)
    if (list.length === 0 && (id !== 'private' || holders.length === 0))
      rows.push({ kind: 'note', key: `note ${id}`, text: empty, level: 2, parent: key })
  }
  const siblings = new Map<string | null, number>()
  const places = rows.map(({ parent }) => {
    const at = (siblings.get(parent) ?? 0) + 1
    siblings.set(parent, at)
    return at
  })
  return rows.map((row, i) => ({ ...row, at: places[i] ?? 1, of: siblings.get(row.parent) ?? 1 }))
}

/** A folder that is being made stands before the others. */
const rank = ({ folder }: FolderHolder): number => (folder.id === NEW_FOLDER_ID ? 0 : 1)

/** What is dragged. */
export type Dragged = { readonly snippets: readonly Entry[]; readonly folder: string | null }

/** What a drop on a row would do; null when it means nothing there. */
export type Drop =
  | { readonly kind: 'move'; readonly folder: string | null }
  | { readonly kind: 'share' }
  | { readonly kind: 'favorite' }
  | null

/** Reads a drop. Below a folder or a section, its rows stand for it. */
export function dropOn(row: TreeRow, rows: readonly TreeRow[], dragged: Dragged): Drop {
  if (row.kind === 'folder')
    return row.holder.folder.id === dragged.folder ? null : { kind: 'move', folder: row.holder.folder.id }
  if (row.kind === 'section') {
    if (row.id === 'private') return { kind: 'move', folder: null }
    if (dragged.folder !== null) return null
    return { kind: row.id === 'shared' ? 'share' : 'favorite' }
  }
  const parent = rows.find(({ key }) => key === row.parent)
  return parent === undefined ? null : dropOn(parent, rows, dragged)
}
