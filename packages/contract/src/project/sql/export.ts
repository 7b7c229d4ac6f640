/** What a result can be written as. */
export const EXPORT_FORMATS = ['csv', 'json', 'sql'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** How long an export waits for its download, in seconds. */
export const EXPORT_WAITS_SECONDS = 60
/** How many exports of one project are written at a time. */
export const EXPORTS_AT_ONCE = 3

export const NOT_ONE_RESULT = 'Only a single statement that gives rows can be exported as a whole'
export const EXPORT_WRITES =
  'This statement changes something, so it is not run again for an export. Export the rows that are shown instead'
export const EXPORT_GONE = 'This export has been downloaded already, or was not taken in time. Export the result again'
export const TOO_MANY_EXPORTS = `${EXPORTS_AT_ONCE} exports of this project are being written already. Try again when one of them has ended`
