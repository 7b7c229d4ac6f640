import type { ComputeId, PlanId, PostgrestStatus, ProjectStatus, Role } from '@stoa/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'

// The tables of the control database, as `migrations/` makes them. A test compares the two.

/** Written by default or as a date, read as a Date. */
type Timestamp = ColumnType<Date, Date | undefined, Date>
/** A bigint key. Stays far below 2^53, so it is read as a number. */
type Id = ColumnType<number, never, never>
type Json<T> = ColumnType<T, string | undefined, string>

export type Tables = {
  users: {
    id: string
    name: string
    email: string
    email_verified: Generated<boolean>
    image: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  sessions: {
    id: string
    user_id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  accounts: {
    id: string
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
    created_at: Timestamp
    updated_at: Timestamp
  }
  access_tokens: {
    id: Generated<string>
    user_id: string
    name: string
    prefix: string
    hash: Buffer
    created_at: Timestamp
    expires_at: Date | null
    last_used_at: Date | null
  }
  organizations: {
    id: Id
    slug: string
    name: string
    plan: PlanId
    opt_in_tags: Generated<string[]>
    created_at: Timestamp
  }
  members: { organization_id: number; user_id: string; joined_at: Timestamp }
  role_assignments: { organization_id: number; user_id: string; project_id: number | null; role: Role }
  invitations: {
    id: Generated<string>
    organization_id: number
    hash: Buffer
    email: string | null
    roles: Json<{ role: Role | null; projects: { ref: string; role: Role }[] }>
    invited_by: string
    created_at: Timestamp
    expires_at: Date
  }
  projects: {
    id: Id
    ref: string
    organization_id: number
    name: string
    region: string
    version: string
    postgres_engine: string
    release_channel: string
    compute_size: ComputeId
    status: ProjectStatus
    status_since: Timestamp
    postgrest_status: Generated<PostgrestStatus>
    created_at: Timestamp
  }
  project_secrets: { project_id: number; name: string; sealed: string; updated_at: Timestamp }
  operations: {
    id: Generated<string>
    kind: string
    project_id: number | null
    project_ref: string
    input: Json<Record<string, unknown>>
    actor_id: string | null
    step: string | null
    steps: Json<{ name: string; at: string }[]>
    error: string | null
    created_at: Timestamp
    finished_at: Date | null
  }
  audit_log: {
    id: Id
    at: Timestamp
    action: string
    actor_id: string | null
    actor_name: string | null
    token_id: string | null
    organization_slug: string | null
    project_ref: string | null
    details: Json<Record<string, unknown>>
    request_id: string | null
    ip: string | null
  }
}

export type OrganizationRow = Selectable<Tables['organizations']>
export type ProjectRow = Selectable<Tables['projects']>
