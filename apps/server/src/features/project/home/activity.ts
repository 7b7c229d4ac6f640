import type { Activity } from '@stoa/contract'
import type { Store } from '../../../store/store.ts'

/** What people read for an entry of the audit log. Entries without a sentence are not shown. */
const SENTENCES: Record<string, string> = {
  'project.created': 'Created the project',
  'project.ready': 'Project became healthy',
  'project.create_failed': 'Setting up failed',
  'project.renamed': 'Renamed the project',
  'project.pause_requested': 'Asked for a pause',
  'project.paused': 'Project paused',
  'project.pause_failed': 'Pausing failed',
  'project.restore_requested': 'Asked for a restore',
  'project.restored': 'Project restored',
  'project.restore_failed': 'Restoring failed',
  'project.restore_expired': 'The time in which the project can be restored is over',
  'project.upgrade_requested': 'Asked for an upgrade',
  'project.upgraded': 'Postgres upgraded',
  'project.upgrade_failed': 'Upgrading failed',
  'project.upgrade_backup_failed': 'Backup after the upgrade failed',
  'project.restart_requested': 'Asked for a restart',
  'project.restarted': 'Database restarted',
  'project.restart_failed': 'Restarting failed',
  'project.resize_requested': 'Asked for another compute size',
  'project.resized': 'Compute size changed',
  'project.resize_failed': 'Changing the compute size failed',
  'project.disk_limit_changed': 'Changed the disk limit',
  'project.read_only_entered': 'Disk nearly full: no more writes',
  'project.read_only_left': 'Disk has room again: writes are back',
  'project.addon_added': 'Added an add-on',
  'project.addon_removed': 'Removed an add-on',
  'project.delete_failed': 'Deleting failed',
  'project.crashed': 'Database stopped unexpectedly',
  'project.recovered': 'Database recovered',
  'project.found_healthy': 'Project found healthy',
  'project.password_reset': 'Reset the database password',
  'project.sample_data_loaded': 'Loaded sample data',
  'project.rows_changed': 'Changed rows with the table editor',
  'project.jwt_secret_update_requested': 'Asked for a new JWT secret',
  'project.jwt_secret_updated': 'JWT secret and API keys replaced',
  'project.jwt_secret_update_failed': 'Replacing the JWT secret failed',
  'project.api_settings_changed': 'Changed what the data API shows',
  'project.ssl_enforcement_changed': 'Changed whether connections have to be encrypted',
  'project.network_restrictions_changed': 'Changed the networks that reach the database',
  'project.access_failed': 'Changing who reaches the database failed',
  'project.custom_domain_added': 'Added a custom domain',
  'project.custom_domain_verified': 'Custom domain verified',
  'project.custom_domain_activated': 'Activated the custom domain',
  'project.custom_domain_removed': 'Removed the custom domain',
  'backup.requested': 'Asked for a backup',
  'backup.taken': 'Backup taken',
  'backup.failed': 'Taking a backup failed',
  'backup.downloaded': 'Downloaded a backup',
  'backup.removed': 'Removed a backup',
  'backup.schedule_changed': 'Changed when daily backups are taken',
  'backup.proven': 'Backup proven by restoring it',
  'backup.not_proven': 'A backup could not be proven',
  'backup.restore_requested': 'Asked to restore a backup',
  'backup.restored': 'Backup restored',
  'backup.restore_failed': 'Restoring a backup failed: the project is as it was',
  'pitr.enabled': 'Turned on point in time recovery',
  'pitr.disabled': 'Turned off point in time recovery',
  'pitr.failed': 'Keeping moments for recovery failed',
  'storage.archive_requested': 'Asked for an archive of the storage objects',
  'project.sql_run': 'Ran SQL through the API',
  'project.statements_reset': 'Started counting statements anew',
  'project.statements_enabled': 'Enabled pg_stat_statements',
  'project.query_canceled': 'Canceled a query',
  'project.connection_ended': 'Ended a connection',
  'project.advice_ignored': 'Ignored advice',
  'project.advice_restored': 'Restored advice',
  'project.secret_created': 'Added a secret to the vault',
  'project.secret_revealed': 'Looked at a secret of the vault',
  'project.secret_changed': 'Changed a secret of the vault',
  'project.secret_deleted': 'Deleted a secret of the vault',
}

/**
 * What happened to a project lately.
 * @param limit most entries, newest first
 */
export async function activity(store: Store, ref: string, limit: number): Promise<Activity[]> {
  const rows = await store
    .selectFrom('audit_log')
    .select(['id', 'at', 'action', 'actor_name', 'details'])
    .where('project_ref', '=', ref)
    .where('action', 'in', Object.keys(SENTENCES))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const name = row.action === 'project.renamed' ? row.details.name : null
    return {
      id: String(row.id),
      at: row.at.toISOString(),
      action: row.action,
      actor: row.actor_name,
      sentence: `${SENTENCES[row.action]}${typeof name === 'string' ? ` to ${name}` : ''}`,
    }
  })
}
