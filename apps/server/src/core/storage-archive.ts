import { join } from 'node:path'
import type { Platform } from './platform.ts'

/** Where the objects of a project lie. It does not exist before the first one is put there. */
export const objectsFolder = (platform: Pick<Platform, 'config'>, ref: string): string =>
  join(platform.config.dataDir, 'storage', ref)

/** Where archives of objects lie. It is the platform's alone. */
export const storageArchivesFolder = (platform: Pick<Platform, 'config'>): string =>
  join(platform.config.dataDir, 'storage-archives')
