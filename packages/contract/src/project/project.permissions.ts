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
  resetPassword: onProject(
    'write:Update',
    'database_password',
    'You need additional permissions to reset the database password',
  ),
  readSql: onProject('tenant:Sql:Read', 'database', 'You need additional permissions to query this database'),
  writeSql: onProject('tenant:Sql:Write', 'database', 'You need additional permissions to change this database'),
} as const
