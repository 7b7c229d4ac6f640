import type { Relation } from '../schema/cache.ts'
import type { ReadNode } from './read.ts'

/** The columns that a write gives back: what is shown of it, ordered by, and what ties its embeds. */
export function returned(node: ReadNode, relation: Relation): string[] {
  const names = new Set<string>()
  for (const { field, aggregate } of node.fields)
    if (field.name === '*' && aggregate === null) for (const name of relation.columns.keys()) names.add(name)
    else if (field.name !== '*') names.add(field.name)
  for (const { order, node: child } of node.order) if (child === null) names.add(order.field.name)
  for (const { relationship } of node.children) {
    if (relationship?.kind === 'computed') for (const name of relation.columns.keys()) names.add(name)
    else if (relationship) {
      const pairs = relationship.kind === 'key' ? relationship.pairs : relationship.near
      for (const [own] of pairs) names.add(own)
    }
  }
  // A function of the row that is shown as a column needs the whole row, and stands for itself.
  return [...names]
}
