import { type ComputeId, NAME_TAKEN } from '@stoa/contract'
import { type StoreLike, violatedUnique } from '../store/store.ts'
import type { ProjectRow } from '../store/tables.ts'
import { conflict } from './errors.ts'
import type { Platform } from './platform.ts'
import { storeNewJwtSecret } from './project-keys.ts'
import { storeProjectSecret } from './project-secrets.ts'
import { newPassword, newRef } from './secrets.ts'

/**
 * Writes a project that is being set up, with secrets of its own. Its server is the caller's to make.
 * @param tx the transaction that also begins the work
 * @returns its id
 * @throws ORPCError 409 when the organization has a project of this name
 */
export async function insertProject(
  platform: Platform,
  tx: StoreLike,
  what: Pick<ProjectRow, 'organization_id' | 'name' | 'region' | 'version' | 'postgres_engine' | 'release_channel'> & {
    compute_size: ComputeId
    /** How much it may hold on disk; as much as every new project unless given. */
    disk_limit_mb?: number
    /** The owner's password; a random one unless given. */
    password?: string | undefined
  },
): Promise<number> {
  const { password, ...row } = what
  const { id } = await tx
    .insertInto('projects')
    .values({ ...row, ref: newRef(), status: 'COMING_UP' })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error) => {
      throw violatedUnique(error) === 'projects_name' ? conflict(NAME_TAKEN) : error
    })
  await storeProjectSecret(platform, tx, id, 'owner_password', password ?? newPassword())
  await storeProjectSecret(platform, tx, id, 'api_password', newPassword())
  await storeProjectSecret(platform, tx, id, 'reader_password', newPassword())
  await storeNewJwtSecret(platform, tx, id)
  return id
}
