export { alterComposite, type CompositeShape, createComposite } from './composite.ts'
export { alterDomain, createDomain, type DomainShape, dropDomain } from './domain.ts'
export { disableExtension, enableExtension, updateExtension } from './extension.ts'
export { changeGrants, type GrantChange } from './grant.ts'
export {
  createIndex,
  dropIndex,
  INDEX_METHODS,
  type IndexKey,
  type IndexMethod,
  type NewIndex,
  reindex,
} from './indexes.ts'
export { type MigrationRecord, migrationName, recordMigration } from './migration.ts'
export { alterPolicy, createPolicy, dropPolicy, forceRowSecurity, type PolicyShape, setRowSecurity } from './policy.ts'
export {
  alterPublication,
  createPublication,
  dropPublication,
  type PublicationShape,
  type PublishedTable,
} from './publication.ts'
export { alterRole, createRole, dropRole, type RoleShape } from './role.ts'
export { alterRoutine, createRoutine, dropRoutine, type RoutineShape } from './routine.ts'
export { alterSchema, createSchema, dropSchema, type SchemaShape } from './schema.ts'
export { alterTable, createTable, type DroppedRelation, dropColumn, dropRelation } from './table.ts'
export {
  type ColumnShape,
  type ConstraintShape,
  FOREIGN_KEY_ACTIONS,
  type ForeignKeyAction,
  type TableShape,
} from './table-shape.ts'
export {
  alterTrigger,
  createTrigger,
  dropTrigger,
  enableTrigger,
  type TriggerEnabled,
  type TriggerEvent,
  type TriggerShape,
} from './trigger.ts'
export { alterEnum, createEnum, dropType, type EnumShape } from './types.ts'
export { alterView, createView, dropView, refreshView, type ViewShape } from './view.ts'
