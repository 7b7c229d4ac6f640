// The door to what needs Postgres's own parser: `@stoa/sql/parsing`. It is heavy, so a page loads it when it is needed.
export { autoLimit } from './auto-limit.ts'
export { type Classification, classify, runsDirectly } from './classify.ts'
export { findDangers } from './dangers.ts'
export { loadParser, type SqlParser, SqlSyntaxError } from './parser.ts'
export { type NamedRelation, type NamedType, relationsOf, typesOf } from './relations.ts'
