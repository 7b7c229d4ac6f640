import { qualifiedName } from '@stoa/sql'
import type pg from 'pg'
import {
  type Catalog,
  type CatalogCast,
  type CatalogColumn,
  type CatalogFunction,
  type CatalogMediaHandler,
  readCatalog,
} from './catalog.ts'
import { type ComputedRelationship, type RelationName, type Relationship, relate } from './relationships.ts'

export type Column = CatalogColumn & {
  /** Functions that turn the column's domain into JSON, and text and JSON into the domain. */
  readonly toJson: string | null
  readonly fromText: string | null
  readonly fromJson: string | null
}
export type Relation = RelationName & {
  readonly view: boolean
  readonly comment: string | null
  readonly insertable: boolean
  readonly updatable: boolean
  readonly deletable: boolean
  readonly columns: ReadonlyMap<string, Column>
  readonly primaryKey: readonly string[]
  /** Whether a column is shown in another form than Postgres's own. */
  readonly represented: boolean
}
export type Routine = CatalogFunction & {
  readonly returnsVoid: boolean
  /** The media type that a function answers in, when its return type is named like one. */
  readonly media: string | null
  /** Whether the value is bytes. */
  readonly bytea: boolean
  /** The relation whose rows come back. */
  readonly relation: RelationName | null
  /** Whether requests can give it arguments: by their names, or a whole body to its only one. */
  readonly callable: boolean
}

/** What requests are planned with: a snapshot of the catalogue. */
export type SchemaCache = {
  readonly version: number
  readonly relations: ReadonlyMap<string, Relation>
  readonly routines: ReadonlyMap<string, readonly Routine[]>
  readonly relationships: ReadonlyMap<number, readonly Relationship[]>
  readonly handlers: readonly CatalogMediaHandler[]
  readonly roleSettings: ReadonlyMap<string, readonly (readonly [string, string])[]>
  readonly comments: ReadonlyMap<string, string | null>
  readonly missingSchemas: readonly string[]
  readonly geojson: boolean
}

/** Types of a single parameter without a name that bodies can be given to. */
const TAKEN_WHOLE = ['bytea', 'json', 'jsonb', 'text', 'xml']
const VOID = 2278
const BYTEA = 17

/** The key of a name in a schema. */
export const place = (schema: string, name: string): string => `${schema}\0${name}`

export const relationOf = (cache: SchemaCache, schema: string, name: string): Relation | null =>
  cache.relations.get(place(schema, name)) ?? null

const settingPairs = (settings: readonly string[]): [string, string][] =>
  settings.map((one) => {
    const at = one.indexOf('=')
    return [one.slice(0, at), one.slice(at + 1)]
  })

function column(one: CatalogColumn, casts: readonly CatalogCast[]): Column {
  const into = (target: string) => casts.find((cast) => cast.sourceOid === one.oid && cast.target === target)?.function
  const from = (source: string) => casts.find((cast) => cast.targetOid === one.oid && cast.source === source)?.function
  return { ...one, toJson: into('json') ?? null, fromText: from('text') ?? null, fromJson: from('json') ?? null }
}

const RELATIONSHIP_ORDER = ['key', 'junction', 'computed']

/** Makes the snapshot of what the catalogue says. */
export function buildCache(catalog: Catalog): SchemaCache {
  const { relationships, primaryKeys } = relate(catalog)
  const relations = new Map<string, Relation>()
  const byOid = new Map<number, RelationName>(catalog.names.map((one) => [one.oid, one]))
  for (const one of catalog.relations) {
    const columns = new Map(one.columns.map((each) => [each.name, column(each, catalog.casts)]))
    relations.set(place(one.schema, one.name), {
      oid: one.oid,
      schema: one.schema,
      name: one.name,
      view: one.kind === 'v' || one.kind === 'm',
      comment: one.comment,
      insertable: one.insertable,
      updatable: one.updatable,
      deletable: one.deletable,
      columns,
      primaryKey: primaryKeys.get(one.oid) ?? [],
      represented: [...columns.values()].some(({ toJson }) => toJson !== null),
    })
  }
  const medias = new Map(catalog.handlers.map((one) => [one.typeOid, one]))
  const routines = new Map<string, Routine[]>()
  for (const one of catalog.functions) {
    const list = routines.get(place(one.schema, one.name)) ?? []
    list.push({
      ...one,
      returnsVoid: one.returnOid === VOID,
      media: medias.get(one.returnOid)?.media ?? null,
      bytea: one.returnOid === BYTEA || medias.get(one.returnOid)?.bytea === true,
      relation: byOid.get(one.returnRelation) ?? null,
      callable:
        one.args.length === 0 ||
        one.args.some(({ name }) => name !== '') ||
        (one.args.length === 1 && TAKEN_WHOLE.includes(one.args[0]?.type ?? '')),
    })
    routines.set(place(one.schema, one.name), list)
  }
  addComputed(relations, routines, relationships)
  for (const list of relationships.values())
    list.sort(
      (a, b) =>
        RELATIONSHIP_ORDER.indexOf(a.kind) - RELATIONSHIP_ORDER.indexOf(b.kind) ||
        labelOf(a).localeCompare(labelOf(b)) ||
        a.target.name.localeCompare(b.target.name),
    )
  return {
    version: catalog.version,
    relations,
    routines,
    relationships,
    handlers: catalog.handlers,
    roleSettings: new Map(catalog.roleSettings.map(({ role, settings }) => [role, settingPairs(settings)])),
    comments: new Map(catalog.comments.map(({ schema, comment }) => [schema, comment])),
    missingSchemas: catalog.missingSchemas,
    geojson: catalog.geojson,
  }
}

const labelOf = (one: Relationship): string =>
  one.kind === 'key' ? one.constraint : one.kind === 'junction' ? one.junction.name : one.function.name

/** Functions from a row of one relation to rows of another are relationships as well. */
function addComputed(
  relations: ReadonlyMap<string, Relation>,
  routines: ReadonlyMap<string, readonly Routine[]>,
  relationships: Map<number, Relationship[]>,
): void {
  const typeNames = new Map<string, RelationName>()
  for (const one of relations.values()) {
    typeNames.set(qualifiedName(one.schema, one.name), one)
  }
  for (const list of routines.values())
    for (const routine of list) {
      const [argument] = routine.args
      if (routine.args.length !== 1 || !argument || routine.relation === null) continue
      const origin = typeNames.get(argument.type)
      if (!origin) continue
      const computed: ComputedRelationship = {
        kind: 'computed',
        origin,
        target: routine.relation,
        cardinality: !routine.returnsSet || routine.rows === 1 ? 'many-to-one' : 'one-to-many',
        function: { schema: routine.schema, name: routine.name },
        self: origin.oid === routine.relation.oid,
      }
      const known = relationships.get(origin.oid) ?? []
      known.push(computed)
      relationships.set(origin.oid, known)
    }
}

/** Reads the catalogue and makes the snapshot. */
export const loadCache = async (
  pool: pg.Pool,
  schemas: readonly string[],
  extraSearchPath: readonly string[],
): Promise<SchemaCache> => buildCache(await readCatalog(pool, schemas, extraSearchPath))
