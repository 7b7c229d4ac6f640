import { onProject } from '../access.ts'

/** What a member may be allowed to do to a project. */
export const projectPermissions = {
  read: onProject('read:Read', 'projects'),
  readActivity: onProject('read:Read', 'activity'),
  update: onProject('write:Update', 'projects', 'You need additional permissions to change this project'),
  remove: onProject('write:Delete', 'projects', 'You need additional permissions to delete this project'),
  pause: onProject(
    'infra:Execute',
    'queue_jobs.projects.pause',
    'You need additional permissions to pause this project',
  ),
  restore: onProject(
    'infra:Execute',
    'queue_jobs.projects.initialize_or_resume',
    'You need additional permissions to resume this project',
  ),
  restart: onProject('infra:Execute', 'reboot', 'You need additional permissions to restart this project'),
  upgrade: onProject(
    'infra:Execute',
    'queue_jobs.projects.upgrade',
    'You need additional permissions to upgrade this project',
  ),
  resize: onProject(
    'infra:Execute',
    'queue_jobs.projects.update_compute',
    'You need additional permissions to change the compute size of this project',
  ),
  setDiskLimit: onProject(
    'infra:Execute',
    'queue_jobs.projects.update_disk',
    'You need additional permissions to change the disk of this project',
  ),
  changeAddons: onProject('billing:Write', 'subscriptions', 'You need additional permissions to amend subscriptions'),
  resetPassword: onProject(
    'write:Update',
    'database_password',
    'You need additional permissions to reset the database password',
  ),
  readSql: onProject('tenant:Sql:Read', 'database', 'You need additional permissions to query this database'),
  readHistory: onProject(
    'tenant:History:Read',
    'sql_history',
    'You need additional permissions to see what others ran',
  ),
  writeSql: onProject('tenant:Sql:Write', 'database', 'You need additional permissions to change this database'),
  endConnections: onProject(
    'tenant:Sql:Write',
    'connections',
    'You need additional permissions to cancel queries or end connections',
  ),
  ignoreAdvice: onProject('tenant:Sql:Write', 'advisors', 'You need additional permissions to ignore advice'),
  readVault: onProject(
    'read:Read',
    'vault_secrets',
    'You need additional permissions to view the secrets of this project',
  ),
  changeVault: onProject(
    'tenant:Sql:Write',
    'vault_secrets',
    'You need additional permissions to change the secrets of this project',
  ),
  readKeys: onProject(
    'read:Read',
    'service_api_keys',
    "You don't have permission to view API keys. These keys restricted to users with higher access levels.",
  ),
  changeKeys: onProject(
    'write:Create',
    'service_api_keys',
    'You need additional permissions to change the API keys of this project',
  ),
  readAuth: onProject('read:Read', 'auth', 'You need additional permissions to view the users of this project'),
  readStorage: onProject('read:Read', 'storage_buckets', 'You need additional permissions to view storage buckets'),
  readFunctions: onProject('read:Read', 'edge_functions', 'You need additional permissions to view edge functions'),
  readRealtime: onProject('read:Read', 'realtime', 'You need additional permissions to view realtime'),
  updateApi: onProject('write:Update', 'api_settings', 'You need additional permissions to change the data API'),
  updateJwtSecret: onProject(
    'infra:Execute',
    'queue_jobs.projects.update_jwt',
    'You need additional permissions to change the JWT secret',
  ),
  updateAccess: onProject(
    'write:Update',
    'network_access',
    'You need additional permissions to say who reaches this database',
  ),
  updateDomain: onProject(
    'write:Update',
    'custom_domain',
    'You need additional permissions to change the custom domain',
  ),
  downloadBackups: onProject('read:Read', 'backups', 'You need additional permissions to download backups'),
  takeBackups: onProject(
    'infra:Execute',
    'queue_jobs.backups',
    'You need additional permissions to change the backups of this project',
  ),
  restoreBackups: onProject(
    'infra:Execute',
    'queue_jobs.restore.prepare',
    'You need additional permissions to restore backups of this project',
  ),
  archiveStorage: onProject(
    'read:Read',
    'storage_objects',
    'You need additional permissions to download the storage objects',
  ),
} as const
