import * as z from 'zod'
import { projectPermissions } from '../../../project/project.permissions.ts'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'

/** How much of a file the dashboard sends as one part, in bytes. A call has work of its own, which many rows share. */
export const IMPORT_PART = 4 * 1024 * 1024
/** The largest part that is taken: a sign of one byte in another encoding may be three in UTF-8. */
export const IMPORT_PART_MAX = 3 * IMPORT_PART
/** How many parts may come before the one that is to be taken next. */
export const IMPORT_PARTS_AHEAD = 1
/** How long an import waits for the next piece of its file, in seconds. */
export const IMPORT_WAITS_SECONDS = 60
/** The most imports of a project at once. */
export const IMPORTS_AT_ONCE = 2
/** The most rows that are left out before an import is given up. */
export const IMPORT_REFUSED_MAX = 1_000
/** The largest row of a file, in bytes. */
export const IMPORT_ROW_MAX = 64 * 1024 * 1024

export const IMPORT_GONE = 'This import is over, or waited too long for its file. Nothing was imported'
export const TOO_MANY_IMPORTS = 'Other imports into this project are still running'
export const IMPORT_OUT_OF_ORDER = 'The parts of the file came in another order'
export const IMPORT_CUT_OFF = 'A part of the file did not come whole'
export const IMPORT_ROW_TOO_LARGE = 'A row of this file is larger than 64 MB. Its quotes may not match'
export const IMPORT_NOT_OBJECTS = 'A JSON file needs objects, in one list or one after another'
export const IMPORT_JSON_CUT = 'The JSON ends in the midst of an object'
export const TOO_MANY_REFUSED = `More than ${IMPORT_REFUSED_MAX.toLocaleString('en')} rows could not be imported. Nothing was`
export const unclosedQuote = (line: number) => `The quotes that open in line ${line} are never closed`
export const notUtf8 = (line: number) =>
  `Line ${line} is not UTF-8 text. Choose the encoding that the file was written in`
export const wrongCount = (found: number, expected: number) =>
  `This row has ${found} ${found === 1 ? 'value' : 'values'} and not ${expected}`

export const STRAY_QUOTE =
  'A quote stands in the midst of a value. Put such values between quotes and double their own, or read the file without quotes'

/** A row that Postgres did not take, or all of a file for its sake. */
export const RefusedRow = z.object({
  /** Line of the file, from 1; null when Postgres does not say. */
  line: z.number().nullable(),
  column: z.string().nullable(),
  message: z.string(),
  /** What stands there, cut. */
  text: z.string(),
})
export type RefusedRow = z.infer<typeof RefusedRow>

const Csv = z.object({
  kind: z.literal('csv'),
  delimiter: z.string().length(1, 'A delimiter is one character'),
  /** Whether the first row has names and not values. */
  header: z.boolean(),
  /** How many values every row has. */
  width: z.number().int().min(1).max(1600),
  /** What a value of no characters and without quotes stands for. */
  empty: z.enum(['null', 'text']),
  /** A word that stands for NULL besides, where it stands without quotes. */
  null_word: z.string().min(1).max(32).nullable().default(null),
  /** Whether values may stand between quotes. Without them a quote is a character like others. */
  quoted: z.boolean().default(true),
})
const Json = z.object({ kind: z.literal('json') })

export const ImportInput = z.object({
  ref: Ref,
  schema: z.string().min(1),
  table: z.string().min(1),
  /** Statements that make the table, run first and undone with everything else. */
  prepare: z.array(z.string().min(1).max(1_000_000)).max(50).default([]),
  format: z.discriminatedUnion('kind', [Csv, Json]),
  /** Which value of a row goes where: the place in a row of CSV, from 0, or the key of a JSON object. */
  columns: z
    .array(z.object({ from: z.union([z.number().int().min(0), z.string()]), to: z.string().min(1) }))
    .min(1, 'Choose at least one column to import')
    .max(1600),
  /** How dates with slashes are read. */
  dates: z.enum(['YMD', 'MDY', 'DMY']).default('MDY'),
  /** Whether a row that Postgres refuses ends the import, or is left out and told. */
  on_refusal: z.enum(['stop', 'skip']).default('stop'),
})
export type ImportInput = z.infer<typeof ImportInput>

/** Begins an import: everything is one transaction, which ends with the last part of the file. */
export const beginImport = route(projectPermissions.writeSql)
  .route({
    method: 'POST',
    path: '/platform/projects/{ref}/editor/import',
    tags: ['Table editor'],
    summary: 'Begin to import a file',
  })
  .input(ImportInput)
  .output(z.object({ id: z.string() }))

export const ImportProgress = z.object({
  /** Rows that Postgres has been given and did not refuse. */
  rows: z.number(),
  /** What was left out since the part before. */
  refused: z.array(RefusedRow),
  /** Whether everything is in the table. */
  done: z.boolean(),
})
export type ImportProgress = z.infer<typeof ImportProgress>

/** What a part is sent as. */
export const IMPORT_PART_TYPE = 'application/octet-stream'

/**
 * Takes a part of the file, which is the body as it stands there: text in UTF-8, cut anywhere. It is answered when it
 * was taken; the next one may be sent before that. Refusals that end the import carry the row in `data`.
 */
export const sendPart = route(projectPermissions.writeSql)
  .route({
    method: 'PUT',
    path: '/platform/projects/{ref}/editor/import/{id}/parts/{part}',
    tags: ['Table editor'],
    summary: 'Send a part of the file',
    inputStructure: 'detailed',
    spec: (operation) => ({
      ...operation,
      requestBody: {
        required: true,
        content: { [IMPORT_PART_TYPE]: { schema: { type: 'string', format: 'binary' } } },
      },
    }),
  })
  .input(
    z.object({
      params: z.object({
        ref: Ref,
        id: z.uuid(IMPORT_GONE),
        /** From 0. One whose answer was lost may be sent again. */
        part: z.coerce.number().int().min(0),
      }),
      query: z.object({ last: z.union([z.boolean(), z.stringbool()]).default(false) }).default({ last: false }),
      /** Of the type above. The handler reads it as it comes. */
      body: z.file().optional(),
    }),
  )
  .output(ImportProgress)

export const cancelImport = route(projectPermissions.writeSql)
  .route({
    method: 'DELETE',
    path: '/platform/projects/{ref}/editor/import/{id}',
    tags: ['Table editor'],
    summary: 'Give up an import: nothing of it stays',
  })
  .input(z.object({ ref: Ref, id: z.uuid(IMPORT_GONE) }))
  .output(z.object({}))
