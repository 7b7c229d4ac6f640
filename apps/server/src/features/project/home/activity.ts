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
  'project.delete_failed': 'Deleting failed',
  'project.crashed': 'Database stopped unexpectedly',
  'project.recovered': 'Database recovered',
  'project.found_healthy': 'Project found healthy',
  'project.password_reset': 'Reset the database password',
  'project.sample_data_loaded': 'Loaded sample data',
  'project.sql_run': 'Ran SQL through the API',
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
