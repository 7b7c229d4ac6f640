import type { ServerResources } from '@stoa/engine'

/** Connections kept free for the platform itself, on top of those that people may use. */
const PLATFORM_CONNECTIONS = 5

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, Math.floor(value)))

/**
 * The Postgres settings for a server of this size. Memory is touched only when it is used, so an idle
 * server of any size stays small; what these values bound is a busy one.
 * @param resources memory in MB, client connections in all, workers for parallel queries
 * @param major the Postgres major version, since not every setting exists in every version
 */
export function settingsFor(resources: ServerResources, major = 17): Record<string, string> {
  const memory = Math.max(128, resources.memoryMb)
  const connections = clamp(resources.maxConnections, 5, 10_000)
  const workers = clamp(resources.workers, 1, 64)
  return {
    max_connections: `${connections + PLATFORM_CONNECTIONS}`,
    superuser_reserved_connections: `${PLATFORM_CONNECTIONS}`,
    shared_buffers: `${clamp(memory / 4, 16, 1_048_576)}MB`,
    effective_cache_size: `${clamp((memory * 3) / 4, 64, 1_048_576)}MB`,
    work_mem: `${clamp((memory * 1024) / (connections * 4), 1024, 262_144)}kB`,
    maintenance_work_mem: `${clamp(memory / 16, 16, 2048)}MB`,
    wal_buffers: '1MB',
    min_wal_size: '16MB',
    max_wal_size: `${clamp(memory / 2, 128, 4096)}MB`,
    max_slot_wal_keep_size: '1GB',
    huge_pages: 'off',
    max_worker_processes: `${workers + 2}`,
    max_parallel_workers: `${workers}`,
    max_parallel_workers_per_gather: `${clamp(Math.ceil(workers / 2), 1, 8)}`,
    autovacuum_max_workers: memory < 2048 ? '1' : '3',
    wal_level: 'logical',
    max_wal_senders: '6',
    max_replication_slots: '6',
    // Subscriptions need a superuser, whom a project does not have; their launcher would be a process for nothing.
    max_logical_replication_workers: '0',
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': '1000',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
    // Version 18 keeps three processes for asynchronous reads, which small servers do without.
    ...(major >= 18 && memory < 4096 ? { io_method: 'sync' } : {}),
  }
}

/** How long written log waits for its segment to be full before it is archived as it is, in seconds. */
const ARCHIVE_TIMEOUT_SECONDS = 300

/** The settings of a server whose log is archived in a folder, or is not. Changing them takes a restart. */
export function archiveSettings(folder: string | null): Record<string, string> {
  if (folder === null) return {}
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: `${ARCHIVE_TIMEOUT_SECONDS}s`,
  }
}
