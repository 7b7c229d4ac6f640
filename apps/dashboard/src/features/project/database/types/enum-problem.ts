import type { EnumShape } from '@stoa/sql/ddl'

/** What is wrong with an enumerated type; null when it can be looked at. */
export function enumProblem({ name, values }: EnumShape): string | null {
  if (name.trim() === '') return 'A type needs a name'
  if (values.length === 0 || values.some(({ value }) => value === '')) return 'Every value needs at least one character'
  const twice = values.find(({ value }, index) => values.findIndex((other) => other.value === value) !== index)
  return twice === undefined ? null : `The value ${twice.value} is there twice`
}
