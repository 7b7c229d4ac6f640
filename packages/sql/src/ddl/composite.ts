import { qualifiedName, quoteIdent } from '../quote.ts'
import { inOrder } from './names.ts'
import { commentOn } from './parts.ts'

/** A type of several fields as it is or is to be. */
export type CompositeShape = {
  readonly schema: string
  readonly name: string
  readonly comment: string | null
  /** In their order. `before` is the name as it is now; null for a new one. */
  readonly fields: readonly { readonly name: string; readonly data_type: string; readonly before: string | null }[]
}

/** Makes a type of several fields. */
export function createComposite({ schema, name, fields, comment }: CompositeShape): string[] {
  const type = qualifiedName(schema, name)
  const lines = fields.map((field) => `  ${quoteIdent(field.name)} ${field.data_type}`)
  return [`create type ${type} as (\n${lines.join(',\n')}\n)`, ...(comment ? [commentOn(`type ${type}`, comment)] : [])]
}

/**
 * Makes one type of another. Fields keep their places; new ones come behind.
 * @returns nothing when they are the same
 */
export function alterComposite(before: CompositeShape, after: CompositeShape): string[] {
  const type = qualifiedName(before.schema, before.name)
  const alter = (what: string) => `alter type ${type} ${what}`
  const stays = new Set(after.fields.map((field) => field.before))
  const renames = inOrder(
    after.fields.flatMap((field) => (field.before === null ? [] : [{ from: field.before, to: field.name }])),
  )
  return [
    ...before.fields
      .filter(({ name }) => !stays.has(name))
      .map(({ name }) => alter(`drop attribute ${quoteIdent(name)}`)),
    ...renames.map(({ from, to }) => alter(`rename attribute ${quoteIdent(from)} to ${quoteIdent(to)}`)),
    ...after.fields.flatMap((field) => {
      const old = before.fields.find(({ name }) => name === field.before)
      if (old === undefined) return [alter(`add attribute ${quoteIdent(field.name)} ${field.data_type}`)]
      return old.data_type === field.data_type
        ? []
        : [alter(`alter attribute ${quoteIdent(field.name)} type ${field.data_type}`)]
    }),
    ...((before.comment ?? '') === (after.comment ?? '') ? [] : [commentOn(`type ${type}`, after.comment)]),
    ...(before.name === after.name ? [] : [alter(`rename to ${quoteIdent(after.name)}`)]),
    ...(before.schema === after.schema
      ? []
      : [`alter type ${qualifiedName(before.schema, after.name)} set schema ${quoteIdent(after.schema)}`]),
  ]
}
