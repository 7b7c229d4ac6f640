import { quoteLiteral } from '@stoa/sql'

/**
 * A statement while it is written. Whatever comes from a request is a parameter; names are quoted, and the few words
 * that cannot be parameters come from lists of our own.
 */
export class Statement {
  readonly values: (string | null)[] = []

  /** Notes a value and gives its place, such as `$2`. */
  param(value: string | null): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** A name between double quotes, always, so that no keyword and no case is misread. */
export const ident = (name: string): string => `"${name.replaceAll('\0', '').replaceAll('"', '""')}"`
export const qualified = (schema: string, name: string): string => `${ident(schema)}.${ident(name)}`
export const literal = (text: string): string => quoteLiteral(text.replaceAll('\0', ''))

/** Values as the text of a Postgres array. */
export const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
