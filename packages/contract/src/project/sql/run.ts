/** Roles that SQL can be run as. `postgres` is the owner; the others are the roles of a request to the project's APIs. */
export const RUN_ROLES = ['postgres', 'anon', 'authenticated', 'service_role'] as const
export type RunRole = (typeof RUN_ROLES)[number]

/** How many rows a plain select gives at most; -1 is no limit. The options of the SQL editor, in their order. */
export const ROW_LIMITS = [-1, 100, 500, 1000] as const
/** The limit of a new document, of the side panel and of query blocks. */
export const DEFAULT_ROW_LIMIT = 100

/** What becomes of what a run changes, when it is one transaction: kept at its end, or undone. */
export const RUN_ENDINGS = ['commit', 'rollback'] as const
export type RunEnding = (typeof RUN_ENDINGS)[number]

/** Longest timeout of a run that can be asked for, in milliseconds: a day. */
export const RUN_TIMEOUT_MAX_MS = 24 * 60 * 60 * 1000

/** How long what a run gave is kept after its end, in minutes, so that a page that was loaded again shows it. */
export const RUN_KEPT_MINUTES = 15
