import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from 'graphql'

/** Most characters of a query. */
export const QUERY_MAX = 100_000
/** Most levels of fields in one another. What tools ask about the schema itself is some 15 deep. */
export const DEPTH_MAX = 24
/** Most fields of a query, with those of its fragments counted wherever they are used. */
export const FIELDS_MAX = 2_000

export const QUERY_TOO_LONG = `A query can have at most ${QUERY_MAX.toLocaleString('en')} characters`
export const QUERY_TOO_DEEP = `A query can have at most ${DEPTH_MAX} levels of fields`
export const QUERY_TOO_LARGE = `A query can have at most ${FIELDS_MAX.toLocaleString('en')} fields`

/**
 * A rule that refuses queries whose work nobody could foresee: each level multiplies what the database does, and
 * fragments multiply fields.
 */
export function limits(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition(operation) {
      let fields = 0
      let deepest = 0
      const walk = (set: SelectionSetNode, depth: number, within: readonly string[]): void => {
        deepest = Math.max(deepest, depth)
        if (deepest > DEPTH_MAX || fields > FIELDS_MAX) return
        for (const selection of set.selections) {
          if (selection.kind === Kind.FIELD) {
            fields++
            if (selection.selectionSet) walk(selection.selectionSet, depth + 1, within)
          } else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, depth, within)
          else {
            const name = selection.name.value
            const fragment = context.getFragment(name)
            // Fragments that use themselves are refused by a rule of their own.
            if (fragment && !within.includes(name)) walk(fragment.selectionSet, depth, [...within, name])
          }
        }
      }
      walk(operation.selectionSet, 1, [])
      if (deepest > DEPTH_MAX) context.reportError(new GraphQLError(QUERY_TOO_DEEP, { nodes: operation }))
      else if (fields > FIELDS_MAX) context.reportError(new GraphQLError(QUERY_TOO_LARGE, { nodes: operation }))
      return false
    },
  }
}
