export { type MigrationRecord, migrationName, recordMigration } from './migration.ts'
