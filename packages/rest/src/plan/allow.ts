import type { ApiRequest } from '../request/request.ts'
import type { SchemaCache } from '../schema/cache.ts'
import { requireRelation } from './job.ts'
import { findRoutine } from './routine.ts'

/**
 * The methods that a resource takes, as the Allow header says them.
 * @throws RestError PGRST205 for a relation that there is not, PGRST202 and PGRST203 for a function
 */
export function allowed(cache: SchemaCache, { resource, schema, query }: ApiRequest): string {
  if (resource.kind === 'root') return 'OPTIONS,GET,HEAD'
  if (resource.kind === 'routine') {
    const names = [...new Set(query.args.map(([name]) => name))]
    const { routine } = findRoutine(cache, schema, resource.name, names, null)
    return routine.volatility === 'v' ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
  }
  const { insertable, updatable, deletable, primaryKey } = requireRelation(cache, schema, resource.name)
  return [
    'OPTIONS,GET,HEAD',
    ...(insertable ? ['POST'] : []),
    ...(insertable && updatable && primaryKey.length > 0 ? ['PUT'] : []),
    ...(updatable ? ['PATCH'] : []),
    ...(deletable ? ['DELETE'] : []),
  ].join(',')
}
