/** What is measured of every running project, each with the number that it is stored under. */
export const METRICS = {
  /** Share of all the machine's processors, 0 to 1. */
  cpu: 1,
  /** Bytes. */
  memory: 2,
  /** Bytes. */
  swap: 3,
  /** Bytes of all the project's files. */
  disk: 4,
  /** Bytes a second. */
  disk_read: 5,
  /** Bytes a second. */
  disk_write: 6,
  /** Clients. */
  connections: 7,
  /** Bytes of what people stored, without the log and the server's own files. */
  database: 8,
  /** Transactions a second, those that were undone included. */
  transactions: 9,
  /** Share of the pages asked for that were in memory, 0 to 1. */
  cache_hits: 10,
  /** Connections that were running a statement, on average. */
  active: 11,
} as const
export type Metric = keyof typeof METRICS

/** The spans of time that charts show. */
export const RANGES = ['1h', '24h', '7d'] as const
export type Range = (typeof RANGES)[number]
