import type { ApiRequest } from '../request/request.ts'
import type { SchemaCache } from '../schema/cache.ts'
import { requireRelation } from './job.ts'

/**
 * The methods that a resource takes, as the Allow header says them.
 * @throws RestError PGRST205 for a relation that there is not
 */
export function allowed(cache: SchemaCache, { resource, schema }: ApiRequest): string {
  if (resource.kind === 'root') return 'OPTIONS,GET,HEAD'
  if (resource.kind === 'routine') {
    const volatile = [...cache.routines.values()].some(
      ([one]) => one?.schema === schema && one.name === resource.name && one.volatility === 'v',
    )
    return volatile ? 'OPTIONS,POST' : 'OPTIONS,GET,HEAD,POST'
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
