import type {
  BackupReason,
  BackupStatus,
  ComputeId,
  HistoryEntry,
  MessageMetadata,
  ModelCapabilities,
  PlanId,
  PostgrestStatus,
  ProjectStatus,
  Role,
  RunEnding,
  StoredMessage,
  SupportCategory,
  UpgradeStatus,
  WarningStates,
} from '@stoa/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'

// The tables of the control database, as `migrations/` makes them. A test compares the two.

/** Written by default or as a date, read as a Date. */
type Timestamp = ColumnType<Date, Date | undefined, Date>
/** A bigint key. Stays far below 2^53, so it is read as a number. */
type Id = ColumnType<number, never, never>
type Json<T> = ColumnType<T, string | undefined, string>

/** A server's counters when it was measured. They begin anew with each start of the server. */
export type Counters = {
  readonly started_at: string
  readonly cpu_seconds: number | null
  readonly read_bytes: number | null
  readonly written_bytes: number | null
  /** Missing where the last look was an older version's. */
  readonly work?: DatabaseWork | null
}

/** A database's own counters of what it did. */
export type DatabaseWork = {
  readonly transactions: number
  /** Pages that were found in memory, and those that were not. */
  readonly hits: number
  readonly reads: number
  /** How long statements ran, all connections together. */
  readonly active_ms: number
}

export type Tables = {
  users: {
    id: string
    name: string
    email: string
    email_verified: Generated<boolean>
    image: string | null
    created_at: Timestamp
    updated_at: Timestamp
    free_project_limit: number | null
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
    from_settings: Generated<boolean>
  }
  organizations: {
    id: Id
    slug: string
    name: string
    plan: PlanId
    opt_in_tags: Generated<string[]>
    created_at: Timestamp
    hipaa: Generated<boolean>
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
    paused_at: Date | null
    disk_limit_mb: Generated<number>
  }
  project_secrets: { project_id: number; name: string; sealed: string; updated_at: Timestamp }
  project_api_settings: {
    project_id: number
    db_schema: string[]
    max_rows: Generated<number | null>
    extra_search_path: Generated<string[]>
    updated_at: Timestamp
  }
  project_requests: {
    id: Id
    project_id: number
    request_id: string
    at: Date
    method: string
    path: string
    status: number
    ms: number
    role: string | null
    bytes: number | null
  }
  project_api_keys: {
    id: Generated<string>
    project_id: number
    type: 'publishable' | 'secret'
    name: string
    description: string | null
    prefix: string
    hash: Buffer
    value: string | null
    created_at: Timestamp
    expires_at: Date | null
    last_used_at: Date | null
  }
  project_access: {
    project_id: number
    ssl_only: Generated<boolean>
    networks: string[] | null
    updated_at: Timestamp
    applied_at: Date | null
  }
  custom_hostnames: {
    project_id: number
    hostname: string
    txt_value: string
    status: '2_initiated' | '3_challenge_verified' | '5_services_reconfigured'
    problems: Generated<string[]>
    created_at: Timestamp
    checked_at: Date | null
  }
  project_addons: { project_id: number; type: string; variant: string; added_at: Timestamp }
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
  upgrades: {
    tracking_id: string
    project_id: number
    from_version: string
    target_version: string
    status: UpgradeStatus
    progress: string | null
    steps: Json<{ name: string; at: string }[]>
    error: string | null
    initiated_at: Timestamp
    finished_at: Date | null
  }
  schedules: { name: string; started_at: Date; finished_at: Date | null; error: string | null }
  support_tickets: {
    id: Generated<string>
    category: SupportCategory
    subject: string
    message: string
    user_id: string | null
    author_name: string
    author_email: string
    organization_id: number | null
    organization_slug: string | null
    project_ref: string | null
    project_name: string | null
    created_at: Timestamp
    emailed_at: Date | null
    email_error: string | null
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
  backups: {
    id: Id
    project_id: number | null
    project_ref: string
    organization_id: number | null
    kind: 'logical' | 'physical'
    reason: BackupReason
    status: BackupStatus
    version: string
    postgres_engine: string
    inserted_at: Timestamp
    started_at: Date | null
    finished_at: Date | null
    size_bytes: number | null
    path: string
    checksum: string | null
    archive: string | null
    archived_until: Date | null
    error: string | null
    verified_at: Date | null
    verify_error: string | null
    verified_tables: number | null
    verified_rows: number | null
    operation_id: string | null
    expires_at: Date | null
    left_out: Generated<string[]>
  }
  backup_schedules: { project_id: number; enabled: boolean; hour: number; updated_at: Timestamp }
  pitr: {
    project_id: number
    days: number
    enabled_at: Timestamp
    archive: string | null
    version: string | null
    archived_until: Date | null
    error: string | null
  }
  storage_archives: {
    project_id: number
    operation_id: string
    status: 'RUNNING' | 'COMPLETED' | 'FAILED'
    path: string | null
    size_bytes: number | null
    error: string | null
    created_at: Timestamp
    finished_at: Date | null
  }
  content_folders: {
    id: Generated<string>
    project_id: number
    owner_id: string
    parent_id: string | null
    name: string
    created_at: Timestamp
    deleted_at: Date | null
  }
  content: {
    id: string
    project_id: number
    owner_id: string
    type: 'sql' | 'report'
    name: string
    description: Generated<string>
    visibility: Generated<'user' | 'project'>
    shared_version: number | null
    folder_id: string | null
    content: Json<Record<string, unknown>>
    version: Generated<number>
    created_at: Timestamp
    updated_at: Timestamp
    updated_by: string | null
    deleted_at: Date | null
  }
  content_favorites: { content_id: string; user_id: string }
  content_revisions: {
    content_id: string
    version: number
    content: Json<Record<string, unknown>>
    saved_at: Timestamp
    saved_by: string | null
  }
  metrics: { project_id: number; metric: number; resolution: number; at: Date; avg: number; max: number }
  resource_states: {
    project_id: number
    read_only: Generated<boolean>
    warnings: Json<WarningStates>
    counters: Json<Counters> | null
    sampled_at: Date | null
  }
  sql_history: {
    id: string
    seq: Id
    project_id: number
    user_id: string | null
    user_name: string
    document_id: string | null
    sql: string
    kept: HistoryEntry['kept']
    role: string
    read_only: boolean
    in_transaction: RunEnding | null
    started_at: Timestamp
    ms: number | null
    row_count: number | null
    status: HistoryEntry['status']
    error: string | null
  }
  vault_secrets: {
    id: Generated<string>
    project_id: number
    name: string
    description: Generated<string>
    sealed: string
    created_at: Timestamp
    updated_at: Timestamp
  }
  ignored_advice: { project_id: number; finding: string; ignored_by: string | null; ignored_at: Timestamp }
  assistant_models: {
    id: Id
    organization_id: number | null
    base_url: string
    model: string
    api_key: string | null
    key_hint: string | null
    capabilities: Json<ModelCapabilities> | null
    probed_at: Date | null
    updated_at: Timestamp
    updated_by: string | null
  }
  assistant_chats: {
    id: string
    project_id: number
    owner_id: string
    name: string
    share_results: Generated<boolean>
    version: Generated<number>
    created_at: Timestamp
    updated_at: Timestamp
  }
  assistant_messages: {
    chat_id: string
    place: number
    id: string
    role: 'user' | 'assistant'
    parts: Json<StoredMessage['parts']>
    metadata: Json<MessageMetadata>
  }
  compute_usage: { project_id: number; day: string; compute_size: ComputeId; seconds: number }
}

export type OrganizationRow = Selectable<Tables['organizations']>
export type ProjectRow = Selectable<Tables['projects']>
export type BackupRow = Selectable<Tables['backups']>
export type PitrRow = Selectable<Tables['pitr']>
