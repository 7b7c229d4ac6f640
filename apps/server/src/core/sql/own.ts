/** Stands in statements of the platform's own, so that the statistics of a project's statements can leave them out. */
export const OWN = '/* of the platform */'

/**
 * Does nothing but be a statement: after the first one a transaction's mode cannot be changed any more, and a
 * connection that answers one is still good. It has no columns, because Postgres counts statements as one that differ
 * in constants and in the names of columns alone: `select 1` would give its text to what people run.
 */
export const NOTHING = `select ${OWN}`
