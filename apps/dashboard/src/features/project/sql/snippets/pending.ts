/** What of a document is to be saved. */
export type Pending = { text: boolean; name: boolean; favorite: boolean; made: boolean }
export const NOTHING: Pending = { text: false, name: false, favorite: false, made: false }
export const isSomething = (pending: Pending): boolean => Object.values(pending).some(Boolean)
/** What is to be saved of either. */
export const either = (one: Pending, other: Pending): Pending => ({
  text: one.text || other.text,
  name: one.name || other.name,
  favorite: one.favorite || other.favorite,
  made: one.made || other.made,
})
