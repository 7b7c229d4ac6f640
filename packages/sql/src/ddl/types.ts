import { qualifiedName, quoteIdent, quoteLiteral } from '../quote.ts'
import { inOrder } from './names.ts'
import { commentOn } from './parts.ts'

/** An enumerated type as it is or is to be. */
export type EnumShape = {
  readonly schema: string
  readonly name: string
  readonly comment: string | null
  /** Its values in their order. `before` is the value as it is now; null for a new one. */
  readonly values: readonly { readonly value: string; readonly before: string | null }[]
}

/** Makes an enumerated type. */
export function createEnum({ schema, name, values, comment: text }: EnumShape): string[] {
  const type = qualifiedName(schema, name)
  return [
    `create type ${type} as enum (${values.map(({ value }) => quoteLiteral(value)).join(', ')})`,
    ...(text === null ? [] : [commentOn(`type ${type}`, text)]),
  ]
}

/**
 * The statements that turn an enumerated type into another one. Postgres takes no value away and moves none, so that
 * those that are there stay in their order.
 */
export function alterEnum(before: EnumShape, after: EnumShape): string[] {
  const type = qualifiedName(before.schema, before.name)
  const renamed = inOrder(
    after.values.flatMap((item) => (item.before === null ? [] : [{ from: item.before, to: item.value }])),
  )
  const added = after.values.flatMap((item, index) => {
    if (item.before !== null) return []
    const left = after.values[index - 1]
    // Behind the one before it, which is there by then; the first one stands before the next that is there already.
    const right = after.values.slice(index + 1).find((next) => next.before !== null)
    const place =
      left !== undefined
        ? ` after ${quoteLiteral(left.value)}`
        : right !== undefined
          ? ` before ${quoteLiteral(right.value)}`
          : ''
    return [`alter type ${type} add value ${quoteLiteral(item.value)}${place}`]
  })
  return [
    ...renamed.map(({ from, to }) => `alter type ${type} rename value ${quoteLiteral(from)} to ${quoteLiteral(to)}`),
    ...added,
    ...(before.comment === after.comment ? [] : [commentOn(`type ${type}`, after.comment)]),
    ...(before.name === after.name ? [] : [`alter type ${type} rename to ${quoteIdent(after.name)}`]),
    ...(before.schema === after.schema
      ? []
      : [`alter type ${qualifiedName(before.schema, after.name)} set schema ${quoteIdent(after.schema)}`]),
  ]
}

/**
 * Drops a type.
 * @param cascade whether what stands on it goes too; otherwise Postgres refuses
 */
export const dropType = (schema: string, name: string, cascade = false): string =>
  `drop type ${qualifiedName(schema, name)}${cascade ? ' cascade' : ''}`
