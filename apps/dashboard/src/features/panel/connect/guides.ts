import { FRAMEWORKS } from './snippets/frameworks.ts'
import type { Guide } from './snippets/guide.ts'
import { LANGUAGES } from './snippets/languages.ts'
import { ORMS } from './snippets/orms.ts'

/** Guides under their headings, in the order of the list. */
export const GROUPS: readonly { readonly label: string; readonly guides: readonly Guide[] }[] = [
  { label: 'App frameworks', guides: FRAMEWORKS },
  { label: 'ORMs', guides: ORMS },
  { label: 'Languages', guides: LANGUAGES },
]

/** The page that is no tool's: the address itself. */
export const STRINGS = 'strings'
export const STRINGS_LABEL = 'Connection string'

/** The guide of this name; undefined for the connection string. */
export const guideOf = (id: string): Guide | undefined =>
  GROUPS.flatMap(({ guides }) => guides).find((guide) => guide.id === id)
