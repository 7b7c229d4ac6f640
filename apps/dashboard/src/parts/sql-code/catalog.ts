import { Facet } from '@codemirror/state'

/** A column of a relation, as hints tell it. */
export type CatalogColumn = {
  readonly name: string
  /** As Postgres writes it, such as `timestamp with time zone`. */
  readonly type: string
  readonly notNull: boolean
  readonly primaryKey: boolean
  /** Where it points to, such as `public.orders(id)`. */
  readonly references: string | null
  readonly comment: string | null
}

export type CatalogRelation = {
  readonly schema: string
  readonly name: string
  readonly kind: 'table' | 'partitioned table' | 'view' | 'materialized view' | 'foreign table'
  readonly comment: string | null
  readonly columns: readonly CatalogColumn[]
}

export type CatalogFunction = {
  readonly schema: string
  readonly name: string
  readonly kind: 'function' | 'procedure' | 'aggregate' | 'window function'
  /** Its arguments as they are declared, without parentheses. */
  readonly args: string
  readonly result: string
  readonly comment: string | null
}

export type CatalogType = {
  readonly schema: string
  readonly name: string
  readonly kind: 'enum' | 'domain' | 'range' | 'composite type'
  /** The values of an enum. */
  readonly values: readonly string[] | null
  readonly comment: string | null
}

/** What a database holds, as far as one writes its names. */
export type Catalog = {
  /** Schemas whose things need no prefix, in the order of the search path. */
  readonly path: readonly string[]
  readonly schemas: readonly string[]
  readonly relations: readonly CatalogRelation[]
  readonly functions: readonly CatalogFunction[]
  readonly types: readonly CatalogType[]
}

const RELATION_KINDS = {
  r: 'table',
  p: 'partitioned table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
} as const
const FUNCTION_KINDS = { f: 'function', p: 'procedure', a: 'aggregate', w: 'window function' } as const
const TYPE_KINDS = { e: 'enum', d: 'domain', r: 'range', c: 'composite type' } as const

type Text = string | null
/** What CATALOG_QUERY answers. */
export type CatalogAnswer = {
  readonly path: readonly string[]
  readonly schemas: readonly string[]
  readonly relations: readonly (readonly [
    string,
    string,
    keyof typeof RELATION_KINDS,
    Text,
    readonly (readonly [string, string, boolean, boolean, Text, Text])[],
  ])[]
  readonly functions: readonly (readonly [string, string, keyof typeof FUNCTION_KINDS, string, string, Text])[]
  readonly types: readonly (readonly [string, string, keyof typeof TYPE_KINDS, readonly string[] | null, Text])[]
}

const relation = ([schema, name, kind, comment, columns]: CatalogAnswer['relations'][number]): CatalogRelation => ({
  schema,
  name,
  kind: RELATION_KINDS[kind],
  comment,
  columns: columns.map(([column, type, notNull, primaryKey, references, about]) => ({
    name: column,
    type,
    notNull,
    primaryKey,
    references,
    comment: about,
  })),
})

/** Gives the lists of an answer their names. What Postgres itself has comes behind what people made. */
export function toCatalog(own: CatalogAnswer, system?: CatalogAnswer): Catalog {
  const both = system === undefined ? [own] : [own, system]
  return {
    path: own.path,
    schemas: both.flatMap(({ schemas }) => schemas),
    relations: both.flatMap(({ relations }) => relations.map(relation)),
    functions: both.flatMap(({ functions }) =>
      functions.map(([schema, name, kind, args, result, comment]) => ({
        schema,
        name,
        kind: FUNCTION_KINDS[kind],
        args,
        result,
        comment,
      })),
    ),
    types: both.flatMap(({ types }) =>
      types.map(([schema, name, kind, values, comment]) => ({ schema, name, kind: TYPE_KINDS[kind], values, comment })),
    ),
  }
}

/** What the database of an editor holds; null while it is not known. */
export const catalogFacet = Facet.define<Catalog | null, Catalog | null>({ combine: (all) => all[0] ?? null })
