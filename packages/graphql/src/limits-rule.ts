import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext } from 'graphql'
import { DEPTH_MAX, FIELDS_MAX, QUERY_TOO_DEEP, QUERY_TOO_LARGE } from './limits.ts'

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
