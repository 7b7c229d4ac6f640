import * as z from 'zod'
import { route } from '../../route.ts'
import { AccountId, Ref } from '../../schemas.ts'
import { name, text } from '../../text.ts'
import { contentPermissions } from './content.permissions.ts'
import {
  CONTENT_API_VERSION,
  CONTENT_API_VERSION_REQUIRED,
  CONTENT_BULK_MAX,
  CONTENT_DESCRIPTION_MAX,
  CONTENT_NAME_MAX,
  CONTENT_SQL_MAX,
} from './content.ts'

const Id = z.uuid('This is not the id of a query')
const FolderId = z.uuid('This is not the id of a folder')
const Visibility = z.enum(['user', 'project'], 'Visibility is user or project')
const ContentType = z.enum(['sql', 'report'], 'The type of content is sql or report')

/** A query or a report, without what it says. */
export const ContentSummary = z.object({
  id: z.string(),
  type: ContentType,
  name: z.string(),
  description: z.string(),
  owner_id: AccountId,
  owner: z.object({ id: AccountId, username: z.string() }),
  project_id: z.number().int(),
  folder_id: z.string().nullable(),
  /** Whether it is a favourite of the caller's. */
  favorite: z.boolean(),
  /** `user`: its owner alone sees it; `project`: everybody who may see the project's content. */
  visibility: Visibility,
  /** Counts the changes of the text. */
  version: z.number().int(),
  inserted_at: z.string(),
  updated_at: z.string(),
})
export type ContentSummary = z.infer<typeof ContentSummary>

/** A SQL snippet. */
export const Snippet = ContentSummary.extend({
  content: z.object({
    schema_version: z.string(),
    content_id: z.string(),
    sql: z.string(),
    favorite: z.boolean(),
  }),
})
export type Snippet = z.infer<typeof Snippet>

export const Folder = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: AccountId,
  project_id: z.number().int(),
  parent_id: z.string().nullable(),
})
export type Folder = z.infer<typeof Folder>

/** An earlier text of a query. */
export const Revision = z.object({
  version: z.number().int(),
  saved_at: z.string(),
  /** Who saved it; null when the account is gone. */
  saved_by: z.string().nullable(),
  /** How many characters it has. */
  length: z.number().int(),
})
export type Revision = z.infer<typeof Revision>

const headers = z.object({
  version: z.literal(CONTENT_API_VERSION, { error: CONTENT_API_VERSION_REQUIRED }),
})
const ByRef = z.object({ ref: Ref })
const ByItem = z.object({ ref: Ref, id: Id })
const Ids = (what: typeof Id) =>
  z
    .string({ error: 'Name with ids what is meant' })
    .transform((value) => value.split(',').filter((id) => id !== ''))
    .pipe(
      z
        .array(what)
        .min(1, 'Name with ids what is meant')
        .max(CONTENT_BULK_MAX, `One call can be about at most ${CONTENT_BULK_MAX} things`),
    )

const CONTENT = { tags: ['Content'], inputStructure: 'detailed' as const }
const PATH = '/platform/projects/{ref}/content' as const

const changes = {
  name: name('Name', CONTENT_NAME_MAX),
  description: text('Description', CONTENT_DESCRIPTION_MAX),
  visibility: Visibility,
  folder_id: FolderId.nullable(),
  favorite: z.boolean(),
  content: z.object({ sql: text('Query', CONTENT_SQL_MAX) }),
  /** The version that the text was made from. A change of a text that has another version by now is refused. */
  version: z.number().int().min(0),
}

/** The caller's own queries and those that are shared, page by page, without their texts. */
export const listContent = route(contentPermissions.read)
  .route({ ...CONTENT, method: 'GET', path: PATH, summary: 'Queries and reports' })
  .input(
    z.object({
      params: ByRef,
      headers,
      query: z
        .object({
          type: ContentType.default('sql'),
          visibility: Visibility.optional(),
          favorite: z.stringbool().optional(),
          /** `none` for what is in no folder. */
          folder_id: z.union([FolderId, z.literal('none')]).optional(),
          /** A part of the name. */
          name: text('Search', CONTENT_NAME_MAX).optional(),
          sort_by: z.enum(['name', 'inserted_at', 'updated_at']).default('name'),
          sort_order: z.enum(['asc', 'desc']).default('asc'),
          limit: z.coerce.number().int().min(1).max(1_000).default(100),
          /** From the page before. */
          cursor: Id.optional(),
        })
        .prefault({}),
    }),
  )
  .output(z.object({ data: z.array(ContentSummary), cursor: z.string().nullable() }))

export const getContent = route(contentPermissions.read)
  .route({ ...CONTENT, method: 'GET', path: `${PATH}/item/{id}`, summary: 'One query with its text' })
  .input(z.object({ params: ByItem, headers }))
  .output(Snippet)

/**
 * Saves a query: makes it when there is none of this id, else changes what is given. Saying the same again changes
 * nothing, so that a save whose answer was lost can be repeated.
 */
export const saveContent = route(contentPermissions.create)
  .route({ ...CONTENT, method: 'POST', path: PATH, summary: 'Save a query' })
  .input(
    z.object({
      params: ByRef,
      headers,
      body: z.object({ id: Id, type: z.literal('sql').default('sql'), ...changes }).partial({
        name: true,
        description: true,
        visibility: true,
        folder_id: true,
        favorite: true,
        content: true,
        version: true,
      }),
    }),
  )
  .output(Snippet)

/** Changes parts of a query. */
export const updateContent = route(contentPermissions.read)
  .route({ ...CONTENT, method: 'PATCH', path: `${PATH}/item/{id}`, summary: 'Change a query' })
  .input(z.object({ params: ByItem, headers, body: z.object(changes).partial() }))
  .output(Snippet)

/** Deletes queries. They can be brought back for a while. */
export const deleteContent = route(contentPermissions.read)
  .route({ ...CONTENT, method: 'DELETE', path: PATH, summary: 'Delete queries' })
  .input(z.object({ params: ByRef, headers, query: z.object({ ids: Ids(Id) }) }))
  .output(z.object({ data: z.array(z.object({ id: z.string() })) }))

/** Brings back what was deleted lately. */
export const restoreContent = route(contentPermissions.read)
  .route({ ...CONTENT, method: 'POST', path: `${PATH}/restore`, summary: 'Bring back what was deleted' })
  .input(
    z.object({
      params: ByRef,
      headers,
      body: z.object({
        ids: z.array(Id).max(CONTENT_BULK_MAX).default([]),
        folder_ids: z.array(FolderId).max(CONTENT_BULK_MAX).default([]),
      }),
    }),
  )
  .output(z.object({ data: z.array(ContentSummary), folders: z.array(Folder) }))

/** The texts that a query had, newest first, without the texts themselves. */
export const listRevisions = route(contentPermissions.read)
  .route({ ...CONTENT, method: 'GET', path: `${PATH}/item/{id}/revisions`, summary: 'Earlier texts of a query' })
  .input(z.object({ params: ByItem, headers }))
  .output(z.array(Revision))

export const getRevision = route(contentPermissions.read)
  .route({
    ...CONTENT,
    method: 'GET',
    path: `${PATH}/item/{id}/revisions/{version}`,
    summary: 'One earlier text of a query',
  })
  .input(z.object({ params: ByItem.extend({ version: z.coerce.number().int().min(1) }), headers }))
  .output(Revision.extend({ sql: z.string() }))

export const listFolders = route(contentPermissions.read)
  .route({ ...CONTENT, method: 'GET', path: `${PATH}/folders`, summary: 'The caller’s folders' })
  .input(z.object({ params: ByRef, headers }))
  .output(z.array(Folder))

const FolderBody = z.object({ name: name('Folder name', CONTENT_NAME_MAX), parentId: FolderId.nullish() })

export const createFolder = route(contentPermissions.create)
  .route({
    ...CONTENT,
    method: 'POST',
    path: `${PATH}/folders`,
    summary: 'Make a folder',
    successStatus: 201,
  })
  .input(z.object({ params: ByRef, headers, body: FolderBody }))
  .output(Folder)

/** Renames a folder, and moves it when `parentId` is given; null is the top. */
export const updateFolder = route(contentPermissions.create)
  .route({ ...CONTENT, method: 'PUT', path: `${PATH}/folders/{id}`, summary: 'Change a folder' })
  .input(z.object({ params: z.object({ ref: Ref, id: FolderId }), headers, body: FolderBody }))
  .output(Folder)

/** Deletes folders with all that is in them. They can be brought back for a while. */
export const deleteFolders = route(contentPermissions.create)
  .route({ ...CONTENT, method: 'DELETE', path: `${PATH}/folders`, summary: 'Delete folders with their queries' })
  .input(z.object({ params: ByRef, headers, query: z.object({ ids: Ids(FolderId) }) }))
  .output(z.object({ ids: z.array(z.string()), folder_ids: z.array(z.string()) }))
