/** What a request for support can be about. Plain data, so that links to the form need nothing else. */
export const SUPPORT_CATEGORIES = {
  problem: { name: 'A project does not work', hint: 'It does not start, stop, restore or answer' },
  performance: { name: 'A project is slow', hint: 'Queries, memory, disk, connections' },
  data: { name: 'Backups and data', hint: 'Something is missing, or has to come back' },
  access: { name: 'Access and members', hint: 'Signing in, roles, keys' },
  billing: { name: 'Plans and limits', hint: 'What an organization may use' },
  question: { name: 'A question', hint: 'How something is done' },
  feedback: { name: 'An idea or a mistake in the dashboard', hint: 'What should be better' },
} as const
export type SupportCategory = keyof typeof SUPPORT_CATEGORIES
export const SUPPORT_CATEGORY_IDS = Object.keys(SUPPORT_CATEGORIES) as [SupportCategory, ...SupportCategory[]]

/** Whether a text, such as one of an address, names a category. */
export const isSupportCategory = (text: string | undefined): text is SupportCategory =>
  text !== undefined && Object.hasOwn(SUPPORT_CATEGORIES, text)

/** Most characters of a request's subject. */
export const SUPPORT_SUBJECT_MAX = 160
/** Most characters of a request's message. */
export const SUPPORT_MESSAGE_MAX = 10_000
