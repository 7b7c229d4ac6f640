import type { DocumentState, DocumentWorld } from './document-state.ts'

/**
 * Saves a text that is about to give way to another, so that it stays among the versions.
 * @param mine the text, and the version that it follows
 * @param set takes what else has happened to the document meanwhile
 * @returns the version that the text became; null when it could not be kept
 */
export async function keepAmongVersions(
  world: DocumentWorld,
  mine: { readonly id: string; readonly sql: string; readonly version: number },
  set: (part: Partial<DocumentState>) => void,
): Promise<number | null> {
  const { id, sql, version } = mine
  try {
    return (await world.save({ id, content: { sql }, version })).version
  } catch (error) {
    const failure = world.failure(error)
    if (failure.kind === 'conflict') set({ conflict: failure.conflict })
    else if (failure.kind === 'gone') set({ conflict: null, gone: true })
    else world.saveFailed({ id }, failure.message, false)
    return null
  }
}
