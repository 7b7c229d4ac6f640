/** What statements can be sorted by, the highest first. */
export const STATEMENT_ORDERS = ['total', 'mean', 'calls', 'rows'] as const
export type StatementOrder = (typeof STATEMENT_ORDERS)[number]

/** The most statements that one answer holds. */
export const STATEMENTS_MAX = 200
export const STATEMENTS_OFF = 'pg_stat_statements is not enabled in this project'
