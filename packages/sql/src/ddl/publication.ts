import { qualifiedName, quoteIdent } from '../quote.ts'

export type PublishedTable = { readonly schema: string; readonly name: string }

/** A publication as it is or as it is to be. */
export type PublicationShape = {
  readonly name: string
  readonly insert: boolean
  readonly update: boolean
  readonly delete: boolean
  readonly truncate: boolean
  readonly viaRoot: boolean
  readonly tables: readonly PublishedTable[]
}

const OPERATIONS = ['insert', 'update', 'delete', 'truncate'] as const
const published = (publication: PublicationShape): string =>
  OPERATIONS.filter((operation) => publication[operation]).join(', ')
const options = (publication: PublicationShape): string =>
  `publish = '${published(publication)}'${publication.viaRoot ? ', publish_via_partition_root = true' : ''}`
const tableList = (tables: readonly PublishedTable[]): string =>
  tables.map(({ schema, name }) => qualifiedName(schema, name)).join(', ')

/** Makes a publication. */
export const createPublication = (publication: PublicationShape): string =>
  [
    `create publication ${quoteIdent(publication.name)}`,
    ...(publication.tables.length === 0 ? [] : [`for table ${tableList(publication.tables)}`]),
    `with (${options(publication)})`,
  ].join('\n')

/**
 * Makes one publication of another. Tables that stay are left as they are, with the columns and conditions they have.
 * @returns nothing when they are the same
 */
export function alterPublication(before: PublicationShape, after: PublicationShape): string[] {
  const name = quoteIdent(before.name)
  const isIn = (list: readonly PublishedTable[], one: PublishedTable) =>
    list.some((other) => other.schema === one.schema && other.name === one.name)
  const added = after.tables.filter((table) => !isIn(before.tables, table))
  const gone = before.tables.filter((table) => !isIn(after.tables, table))
  const isOther = published(before) !== published(after) || before.viaRoot !== after.viaRoot
  return [
    ...(added.length === 0 ? [] : [`alter publication ${name} add table ${tableList(added)}`]),
    ...(gone.length === 0 ? [] : [`alter publication ${name} drop table ${tableList(gone)}`]),
    ...(isOther
      ? [
          `alter publication ${name} set (publish = '${published(after)}', publish_via_partition_root = ${after.viaRoot})`,
        ]
      : []),
    ...(before.name === after.name ? [] : [`alter publication ${name} rename to ${quoteIdent(after.name)}`]),
  ]
}

/** Drops a publication. */
export const dropPublication = (name: string): string => `drop publication ${quoteIdent(name)}`
