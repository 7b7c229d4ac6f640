export { createGraphql, type Graphql, type GraphqlOptions, GraphqlUnavailable } from './graphql.ts'
export { DEPTH_MAX, FIELDS_MAX, QUERY_MAX, QUERY_TOO_DEEP, QUERY_TOO_LARGE, QUERY_TOO_LONG } from './limits.ts'
export type { GraphqlAnswer, GraphqlCaller, GraphqlRequest } from './protocol.ts'
