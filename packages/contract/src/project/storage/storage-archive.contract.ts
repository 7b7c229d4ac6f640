import * as z from 'zod'
import { route } from '../../route.ts'
import { Ref } from '../../schemas.ts'
import { projectPermissions } from '../project.permissions.ts'

/** What is answered as long as there is no archive: the dashboard asks again. */
export const STORAGE_ARCHIVE_NOT_FOUND = 'Storage archive not found'

const ARCHIVE = { path: '/platform/storage/{ref}/archive', tags: ['Storage'] } as const

/** Begins to write all of a project's objects into one file. */
export const createStorageArchive = route(projectPermissions.archiveStorage)
  .route({ ...ARCHIVE, method: 'POST', summary: 'Archive all objects of a project', successStatus: 201 })
  .input(z.object({ ref: Ref }))
  .output(z.object({ status: z.enum(['RUNNING', 'COMPLETED']) }))

export const getStorageArchive = route(projectPermissions.archiveStorage)
  .route({ ...ARCHIVE, method: 'GET', summary: 'A short-lived link to the latest archive' })
  .input(z.object({ ref: Ref }))
  .output(z.object({ fileUrl: z.string() }))
