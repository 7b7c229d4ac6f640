import {
  CONTENT_BASE_REQUIRED,
  CONTENT_CHANGED,
  NEW_QUERY,
  NEW_REPORT,
  REPORT_BASE_REQUIRED,
  REPORT_CHANGED,
  ReportContent,
} from '@stoa/contract'

type Stored = Record<string, unknown>

/** What one kind of content says, and how that is stored. */
export type Kind<Said> = {
  readonly type: 'sql' | 'report'
  /** The name of one that is made without a name. */
  readonly newName: string
  /** What is said to a save whose content was made from an older version, or from nobody knows which. */
  readonly changed: string
  readonly baseRequired: string
  /** What one says that is made without content. */
  readonly empty: Said
  readonly read: (stored: Stored) => Said
  readonly store: (said: Said) => Stored
  readonly same: (some: Said, other: Said) => boolean
  /** How a refused save tells what stands in its way. */
  readonly conflicting: (said: Said) => Readonly<Record<string, unknown>>
}

export const queryKind: Kind<{ readonly sql: string }> = {
  type: 'sql',
  newName: NEW_QUERY,
  changed: CONTENT_CHANGED,
  baseRequired: CONTENT_BASE_REQUIRED,
  empty: { sql: '' },
  read: ({ sql }) => ({ sql: typeof sql === 'string' ? sql : '' }),
  store: ({ sql }) => ({ schema_version: '1.0', sql }),
  same: (some, other) => some.sql === other.sql,
  conflicting: ({ sql }) => ({ sql }),
}

const NO_BLOCKS: ReportContent = { schema_version: '1.0', blocks: [] }
const reportOf = (stored: unknown): ReportContent => ReportContent.safeParse(stored).data ?? NO_BLOCKS

export const reportKind: Kind<ReportContent> = {
  type: 'report',
  newName: NEW_REPORT,
  changed: REPORT_CHANGED,
  baseRequired: REPORT_BASE_REQUIRED,
  empty: NO_BLOCKS,
  read: reportOf,
  store: (content) => content,
  // Read once more, both have their keys in one order.
  same: (some, other) => JSON.stringify(reportOf(some)) === JSON.stringify(reportOf(other)),
  conflicting: (content) => ({ content }),
}
