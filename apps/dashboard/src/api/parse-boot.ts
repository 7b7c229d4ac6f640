import type { EditorPlace, EditorView, Project, Shell } from '@stoa/contract'

/** What the server writes into the page, so that the first screen waits for no chain of requests. */
export type Boot = {
  /** Null when nobody is signed in. */
  readonly shell: Shell | null
  /** Whether the owner account has still to be made. */
  readonly needs_owner: boolean
  /** The project of a `/project/{ref}` address, when the account may see it. */
  readonly project: Project | null
  /** The first rows of an address of the table editor, and what they were asked for with. */
  readonly editor: { readonly input: EditorPlace & { readonly ref: string }; readonly view: EditorView } | null
}

/**
 * Reads the page's boot data.
 * @param text the text of the element, or null when the page has none
 * @returns null when it is absent or not readable: the page then asks the server itself
 */
export function parseBoot(text: string | null | undefined): Boot | null {
  if (text === null || text === undefined || text.trim() === '') return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('shell' in value) || !('needs_owner' in value)) return null
    const boot = value as Partial<Boot>
    return {
      shell: boot.shell ?? null,
      needs_owner: boot.needs_owner === true,
      project: boot.project ?? null,
      editor: boot.editor ?? null,
    }
  } catch {
    return null
  }
}
