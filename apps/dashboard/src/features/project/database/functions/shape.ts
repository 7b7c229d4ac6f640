import type { DatabaseFunction } from '@stoa/contract'
import type { RoutineShape } from '@stoa/sql/ddl'

const NEW: RoutineShape = {
  kind: 'function',
  schema: 'public',
  name: '',
  arguments: '',
  returns: 'void',
  language: 'plpgsql',
  volatility: 'volatile',
  securityDefiner: false,
  strict: false,
  // Whoever calls it could otherwise put objects of their own in the way of those that are meant.
  searchPath: '',
  config: {},
  body: 'begin\n  \nend',
  comment: null,
}

/** A function as the form holds it; a new one for null. */
export function shapeOf(routine: DatabaseFunction | null): RoutineShape {
  if (routine === null) return NEW
  const { search_path: searchPath, ...config } = routine.config ?? {}
  return {
    kind: routine.kind,
    schema: routine.schema,
    name: routine.name,
    arguments: routine.arguments,
    returns: routine.returns,
    language: routine.language,
    volatility: routine.volatility,
    securityDefiner: routine.security_definer,
    strict: routine.strict,
    // The form does not show them; without them replacing a function would reset them.
    ...{ parallel: routine.parallel, cost: routine.cost, rows: routine.rows },
    searchPath: searchPath === undefined ? null : searchPath === '""' ? '' : searchPath,
    config,
    body: routine.body.replace(/^\n+|\s+$/g, ''),
    comment: routine.comment,
  }
}
