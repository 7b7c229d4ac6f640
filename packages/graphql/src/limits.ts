// Numbers and sentences alone: whoever asks a thread reads them, and not the library behind it.

/** Most characters of a query. */
export const QUERY_MAX = 100_000
/** Most levels of fields in one another. What tools ask about the schema itself is some 15 deep. */
export const DEPTH_MAX = 24
/** Most fields of a query, with those of its fragments counted wherever they are used. */
export const FIELDS_MAX = 2_000

export const QUERY_TOO_LONG = `A query can have at most ${QUERY_MAX.toLocaleString('en')} characters`
export const QUERY_TOO_DEEP = `A query can have at most ${DEPTH_MAX} levels of fields`
export const QUERY_TOO_LARGE = `A query can have at most ${FIELDS_MAX.toLocaleString('en')} fields`
