// Plain data, read by pages too.

/** The flag that lets charts be dragged into reports; on unless it is switched off. */
export const REPORTS_FLAG = 'reports'

/** The name of a report that is made without one. */
export const NEW_REPORT = 'New report'
/** How many columns the grid of a report has. */
export const REPORT_COLUMNS = 12
/** The highest block, in rows of the grid. */
export const REPORT_BLOCK_ROWS_MAX = 40
/** Most blocks of one report. */
export const REPORT_BLOCKS_MAX = 60
/** Most characters of the SQL of one block. */
export const REPORT_SQL_MAX = 100_000

export const REPORT_NOT_FOUND = 'There is no such report. It may have been deleted'
export const REPORT_CHANGED = 'This report was changed meanwhile'
export const REPORT_BASE_REQUIRED = 'Say with version which version of the report this changes'
export const REPORT_BLOCK_OUTSIDE = 'A block has to lie within the 12 columns of the report'
export const REPORT_BLOCK_TWICE = 'Two blocks of this report have the same id'

/** Reports that stand ready in every project, by the last part of their address. */
export const READY_REPORTS = ['database', 'api', 'disk', 'queries'] as const
export type ReadyReport = (typeof READY_REPORTS)[number]

/** Spans of time that reports offer, with their length in minutes. All end now. */
export const REPORT_SPANS = {
  '1h': 60,
  '6h': 360,
  '24h': 1_440,
  '7d': 10_080,
  '30d': 43_200,
} as const
export type ReportSpan = keyof typeof REPORT_SPANS

/** The shortest and the longest span that can be asked for, in minutes. */
export const SPAN_MIN_MINUTES = 5
export const SPAN_MAX_MINUTES = 366 * 24 * 60
export const SPAN_TOO_SHORT = 'A span of time has at least 5 minutes'
export const SPAN_TOO_LONG = 'A span of time has at most a year'
