import type { AdviceKind } from './advice-kinds.ts'

type Check = {
  readonly kind: AdviceKind
  /** What is wrong, as a heading over its findings. */
  readonly title: string
  /** Why it matters. */
  readonly why: string
}

/** What the advisors look for. */
export const ADVICE = {
  rls_disabled: {
    kind: 'security',
    title: 'Tables without row level security',
    why: 'The table is in a schema that the data API shows, and the roles of the API may use it. Whoever has the public key reads and changes every row.',
  },
  policies_without_rls: {
    kind: 'security',
    title: 'Policies that do nothing',
    why: 'The table has policies, but row level security is off: they look like a protection and are none.',
  },
  security_definer_view: {
    kind: 'security',
    title: 'Views that go around row level security',
    why: 'The view reads its tables as its owner, so that policies on them do not hold for those who ask the view through the API.',
  },
  function_search_path: {
    kind: 'security',
    title: 'Functions without a search path of their own',
    why: 'Names inside the function mean what the caller’s search path makes of them. Whoever can create objects can put their own in the way.',
  },
  rls_without_policies: {
    kind: 'security',
    title: 'Row level security without policies',
    why: 'Nobody but the owner and service_role sees a row. That is safe, and often not what was meant.',
  },
  no_primary_key: {
    kind: 'performance',
    title: 'Tables without a primary key',
    why: 'Rows cannot be told apart: edits find them by their place, pages are slower, and changes cannot be sent to subscribers.',
  },
  unindexed_foreign_key: {
    kind: 'performance',
    title: 'Foreign keys without an index',
    why: 'Every delete or change of key in the other table reads all of this one, and so does every join along the key.',
  },
  duplicate_index: {
    kind: 'performance',
    title: 'Indexes that do the same',
    why: 'Every write keeps both up to date, and no read gains from the second.',
  },
  unused_index: {
    kind: 'performance',
    title: 'Indexes that were never used',
    why: 'Writes keep the index up to date, and no query has read it since the statistics began.',
  },
  invalid_index: {
    kind: 'performance',
    title: 'Indexes that were never finished',
    why: 'Building the index concurrently failed or was canceled. Writes may keep it up to date; no query uses it.',
  },
  bloat: {
    kind: 'performance',
    title: 'Tables with many dead rows',
    why: 'Deleted and overwritten rows still take room and are still read past. Vacuum frees their room for new rows.',
  },
  sequence_near_end: {
    kind: 'performance',
    title: 'Sequences near their end',
    why: 'When the last number is given out, every insert that needs one fails.',
  },
} as const satisfies Record<string, Check>

export type AdviceId = keyof typeof ADVICE
export const ADVICE_IDS = Object.keys(ADVICE) as [AdviceId, ...AdviceId[]]
