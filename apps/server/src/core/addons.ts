import type { StoreLike } from '../store/store.ts'

/**
 * Whether a project has been given an add-on.
 * @param type such as `custom_domain` or `pitr`
 */
export async function hasAddon(store: StoreLike, projectId: number, type: string): Promise<boolean> {
  const row = await store
    .selectFrom('project_addons')
    .select('variant')
    .where('project_id', '=', projectId)
    .where('type', '=', type)
    .executeTakeFirst()
  return row !== undefined
}
