import type { Project } from '@stoa/contract'
import type { ConnectionTarget } from '@stoa/engine'
import type { OrganizationRow, ProjectRow } from '../store/tables.ts'
import type { Platform } from './platform.ts'

/** Addresses to listen on that nobody can connect to. */
const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** Where people connect to a project's database as the owner; null while there is no server yet. */
export async function publicTarget(platform: Platform, ref: string): Promise<ConnectionTarget | null> {
  const target = await platform.engine.publicTarget(ref).catch(() => null)
  if (target === null || !EVERYWHERE.has(target.host)) return target
  return { ...target, host: new URL(platform.config.publicUrl).hostname.replace(/^\[|\]$/g, '') }
}

/** Where a project's own APIs are. */
export const projectUrl = (platform: Platform, ref: string): string => `${platform.config.publicUrl}/p/${ref}`

/** A project in the shape that the dashboard reads. */
export async function projectOnWire(
  platform: Platform,
  row: ProjectRow,
  organization: OrganizationRow,
): Promise<Project> {
  const target = await publicTarget(platform, row.ref)
  const host = target?.host ?? 'localhost'
  return {
    id: row.id,
    ref: row.ref,
    name: row.name,
    organization_slug: organization.slug,
    organization_plan: organization.plan,
    region: row.region,
    status: row.status,
    postgrestStatus: row.postgrest_status,
    dbVersion: row.version,
    postgres_engine: row.postgres_engine,
    release_channel: row.release_channel,
    restUrl: `${projectUrl(platform, row.ref)}/rest/v1/`,
    connectionString: target
      ? `postgres://${target.user}@${host.includes(':') ? `[${host}]` : host}:${target.port}/${target.database}`
      : '',
    db_host: host,
    db_port: target?.port ?? null,
    compute_size: row.compute_size,
    created_at: row.created_at.toISOString(),
    status_since: row.status_since.toISOString(),
  }
}
