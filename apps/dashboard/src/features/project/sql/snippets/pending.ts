/** What of a document is to be saved. */
export type Pending = { text: boolean; name: boolean; favorite: boolean; made: boolean }
export const NOTHING: Pending = { text: false, name: false, favorite: false, made: false }
export const isSomething = (pending: Pending): boolean => Object.values(pending).some(Boolean)
