import type { CompositeShape, DomainShape, EnumShape } from '@stoa/sql/ddl'

const NAMELESS = 'A type needs a name'

const twiceIn = (names: readonly string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) !== index)

/** What is wrong with an enumerated type; null when it can be looked at. */
export function enumProblem({ name, values }: EnumShape): string | null {
  if (name.trim() === '') return NAMELESS
  if (values.length === 0 || values.some(({ value }) => value === '')) return 'Every value needs at least one character'
  const twice = twiceIn(values.map(({ value }) => value))
  return twice === undefined ? null : `The value ${twice} is there twice`
}

/** What is wrong with a type of several fields; null when it can be looked at. */
export function compositeProblem({ name, fields }: CompositeShape): string | null {
  if (name.trim() === '') return NAMELESS
  if (fields.length === 0) return 'A type of several fields needs at least one'
  if (fields.some((field) => field.name.trim() === '')) return 'Every field needs a name'
  const typeless = fields.find(({ data_type }) => data_type.trim() === '')
  if (typeless !== undefined) return `The field ${typeless.name} needs a type`
  const twice = twiceIn(fields.map((field) => field.name))
  return twice === undefined ? null : `The field ${twice} is there twice`
}

/** What is wrong with a domain; null when it can be looked at. */
export function domainProblem({ name, base, checks }: DomainShape): string | null {
  if (name.trim() === '') return NAMELESS
  if (base.trim() === '') return 'A domain needs a type that it stands on'
  return checks.some(({ expression }) => expression.trim() === '') ? 'Every check needs a condition' : null
}
