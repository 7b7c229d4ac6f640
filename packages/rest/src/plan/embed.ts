import { RestError } from '../errors.ts'
import { alike, nearest } from '../fuzzy.ts'
import type { SchemaCache } from '../schema/cache.ts'
import { isToOne, type KeyRelationship, type Relationship } from '../schema/relationships.ts'

const constraintIs = (one: Relationship, name: string): boolean => one.kind === 'key' && one.constraint === name
const ownColumnIs = (one: Relationship, name: string): boolean =>
  one.kind === 'key' && one.pairs.length === 1 && one.pairs[0]?.[0] === name
const farColumnIs = (one: Relationship, name: string): boolean =>
  one.kind === 'key' && one.pairs.length === 1 && one.pairs[0]?.[1] === name
const junctionIs = (one: Relationship, name: string): boolean => one.kind === 'junction' && one.junction.name === name

/** Whether a relationship is what a name and a hint mean. */
function meant(one: Relationship, name: string, hint: string | null): boolean {
  if (one.kind === 'computed') return one.function.name === name
  const byTable = one.target.name === name
  if (one.self) {
    // A table that refers to itself: its name means the many, the name of the column or key means the one.
    if (hint === null)
      return (
        (byTable && one.cardinality === 'one-to-many') ||
        ((ownColumnIs(one, name) || constraintIs(one, name)) && isToOne(one))
      )
    const many = byTable && one.cardinality === 'one-to-many' && (constraintIs(one, hint) || farColumnIs(one, hint))
    return many || (byTable && junctionIs(one, hint))
  }
  const byKey = one.kind === 'key' && !one.toView
  if (hint === null) return byTable || (byKey && (constraintIs(one, name) || (ownColumnIs(one, name) && isToOne(one))))
  return (
    byTable && (constraintIs(one, hint) || ownColumnIs(one, hint) || farColumnIs(one, hint) || junctionIs(one, hint))
  )
}

const columnList = (pairs: KeyRelationship['pairs'], side: 0 | 1): string => pairs.map((pair) => pair[side]).join(', ')

function described(one: Relationship): { cardinality: string; relationship: string; embedding: string } {
  const embedding = `${one.origin.name} with ${one.target.name}`
  if (one.kind === 'key')
    return {
      cardinality: one.cardinality,
      relationship: `${one.constraint} using ${one.origin.name}(${columnList(one.pairs, 0)}) and ${one.target.name}(${columnList(one.pairs, 1)})`,
      embedding,
    }
  if (one.kind === 'junction')
    return {
      cardinality: one.cardinality,
      relationship: `${one.junction.name} using ${one.constraints[0]}(${columnList(one.near, 1)}) and ${one.constraints[1]}(${columnList(one.far, 0)})`,
      embedding,
    }
  return { cardinality: one.cardinality, relationship: one.function.name, embedding }
}

const hintOf = (one: Relationship): string =>
  one.kind === 'computed'
    ? `'${one.function.name}'`
    : `'${one.target.name}!${one.kind === 'key' ? one.constraint : one.junction.name}'`

function notFound(
  cache: SchemaCache,
  schema: string,
  origin: string,
  known: readonly Relationship[],
  name: string,
  hint: string | null,
): RestError {
  const using = hint === null ? '' : ` using the hint '${hint}'`
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin}' and '${name}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin}' and '${name}'${using} in the schema '${schema}', but no matches were found.`,
      hint: suggestion(cache, schema, origin, known, name),
    },
  )
}

function suggestion(
  cache: SchemaCache,
  schema: string,
  origin: string,
  known: readonly Relationship[],
  name: string,
): string | null {
  if (known.length > 0) {
    const near = alike(
      known.map((one) => one.target.name),
      name,
    )[0]
    return near && near.score < 1 ? `Perhaps you meant '${near.name}' instead of '${name}'.` : null
  }
  const origins = [...cache.relationships.values()]
    .flatMap((list) => list.slice(0, 1))
    .filter((one) => one.origin.schema === schema)
    .map((one) => one.origin.name)
  const near = nearest(origins, origin)
  return near === null || near === origin ? null : `Perhaps you meant '${near}' instead of '${origin}'.`
}

/**
 * The relationship that an embed means.
 * @throws RestError PGRST200 for none, PGRST201 for more than one
 */
export function findRelationship(
  cache: SchemaCache,
  schema: string,
  origin: { readonly oid: number; readonly name: string } | null,
  originName: string,
  name: string,
  hint: string | null,
): Relationship {
  const known = (origin ? (cache.relationships.get(origin.oid) ?? []) : []).filter(
    (one) => one.target.schema === schema,
  )
  const found = known.filter((one) => meant(one, name, hint))
  // A function of the name stands for what its author means, before any key.
  const computed = found.find(({ kind }) => kind === 'computed')
  const one = computed ?? found[0]
  if (!one) throw notFound(cache, schema, origin?.name ?? originName, known, name, hint)
  if (found.length === 1 || computed) return one
  throw new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${one.origin.name}' and '${name}'`,
    {
      details: found.map(described),
      hint: `Try changing '${name}' to one of the following: ${found.map(hintOf).join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}
