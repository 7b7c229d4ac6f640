// Plain data, read by pages too.

/** What the header `Version` of every call about content has to say. */
export const CONTENT_API_VERSION = '2'
export const CONTENT_API_VERSION_REQUIRED = 'This call needs the header Version with the value 2'

/** The name of a query that is made without one. */
export const NEW_QUERY = 'New Query'
/** Most characters of the name of a query or a folder. */
export const CONTENT_NAME_MAX = 200
export const CONTENT_DESCRIPTION_MAX = 2_000
/** Most characters of a saved query. */
export const CONTENT_SQL_MAX = 1_000_000
/** Most things that one call deletes or brings back. */
export const CONTENT_BULK_MAX = 1_000
/** How long what was deleted can be brought back, in days. */
export const CONTENT_UNDO_DAYS = 7

export const FOLDER_EXISTS = 'This folder name already exists'
export const FOLDER_NOT_FOUND = 'There is no such folder. It may have been deleted'
export const FOLDER_IN_ITSELF = 'A folder cannot be moved into itself'
export const SHARED_IN_FOLDER = 'Shared snippet cannot be within a folder'
export const CONTENT_NOT_FOUND = 'There is no such query. It may have been deleted'
export const REVISION_NOT_FOUND = 'There is no such version. Old ones are thinned out'
export const CONTENT_CHANGED = 'This query was changed meanwhile'
export const CONTENT_BASE_REQUIRED = 'Say with version which version of the query this changes'

/** What a refused save tells about the version that stands in its way, as the `data` of the 409. */
export type ContentConflict = {
  readonly version: number
  readonly sql: string
  readonly updated_at: string
  /** Who saved it. */
  readonly updated_by: string | null
}
