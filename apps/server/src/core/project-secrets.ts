import type { Store, StoreLike } from '../store/store.ts'
import type { Sealer } from './secrets.ts'

/** What is kept sealed for each project. */
export type ProjectSecretName =
  | 'owner_password'
  | 'api_password'
  | 'reader_password'
  /** Signs the project's API keys and its users' tokens. */
  | 'jwt_secret'
  /** What `jwt_secret` becomes once a change that is under way has come to it. */
  | 'jwt_secret_next'

/** What a sealed value is bound to. */
export const secretPlace = (projectId: number, name: ProjectSecretName) => `project:${projectId}:${name}`

/** Seals one of a project's secrets and stores it, in place of an older one. */
export async function storeProjectSecret(
  platform: { sealer: Sealer },
  tx: StoreLike,
  projectId: number,
  name: ProjectSecretName,
  value: string,
): Promise<void> {
  const sealed = await platform.sealer.seal(secretPlace(projectId, name), value)
  await tx
    .insertInto('project_secrets')
    .values({ project_id: projectId, name, sealed })
    .onConflict((conflict) => conflict.columns(['project_id', 'name']).doUpdateSet({ sealed, updated_at: new Date() }))
    .execute()
}

/** Opens one of a project's secrets. @throws when it is missing or does not open */
export async function readProjectSecret(
  platform: { sealer: Sealer; store: Store },
  projectId: number,
  name: ProjectSecretName,
): Promise<string> {
  const row = await platform.store
    .selectFrom('project_secrets')
    .select('sealed')
    .where('project_id', '=', projectId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) throw new Error(`Project ${projectId} has no ${name}`)
  return platform.sealer.open(secretPlace(projectId, name), row.sealed)
}
