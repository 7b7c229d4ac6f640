/**
 * Who may do what. Permissions travel as a flat list of grants; one pure function reads them on both sides of the
 * wire, so that a button is disabled exactly when the server would refuse.
 */

/** A condition over `{ resource, subject }`, as a small part of JSON Logic. */
export type Condition =
  | { readonly '==': readonly [Operand, Operand] }
  | { readonly '!=': readonly [Operand, Operand] }
  | { readonly in: readonly [Operand, Operand] }
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] }
  | { readonly '!': Condition }
type Operand = { readonly var: string } | string | number | boolean | null | readonly (string | number)[]

export type Grant = {
  /** Action patterns; `%` stands for any run of characters. */
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  readonly condition: Condition | null
  /** A restrictive grant takes away what others give. */
  readonly restrictive: boolean
  readonly organization_slug: string
  /** Projects that the grant is limited to; null for the organization and all its projects. */
  readonly project_refs: readonly string[] | null
}

export type PermissionQuestion = {
  readonly action: string
  readonly resource: string
  readonly organization: string
  /** The project asked about; null for the organization itself. */
  readonly project: string | null
  /** What conditions are read against. */
  readonly data?: { readonly resource?: unknown; readonly subject?: unknown }
}

const patterns = new Map<string, RegExp>()

function matches(pattern: string, value: string): boolean {
  let compiled = patterns.get(pattern)
  if (compiled === undefined) {
    const escaped = pattern.split('%').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    compiled = new RegExp(`^${escaped.join('.*')}$`, 's')
    patterns.set(pattern, compiled)
  }
  return compiled.test(value)
}

function read(operand: Operand, data: unknown): unknown {
  if (operand === null || typeof operand !== 'object' || !('var' in operand)) return operand
  let value: unknown = data
  for (const key of operand.var.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

function holds(condition: Condition, data: unknown): boolean {
  if ('and' in condition) return condition.and.every((part) => holds(part, data))
  if ('or' in condition) return condition.or.some((part) => holds(part, data))
  if ('!' in condition) return !holds(condition['!'], data)
  if ('in' in condition) {
    const [needle, list] = [read(condition.in[0], data), read(condition.in[1], data)]
    return needle !== undefined && Array.isArray(list) && list.includes(needle)
  }
  const [left, right] = '==' in condition ? condition['=='] : condition['!=']
  // Two missing values are not "the same owner": what cannot be read never matches.
  const [a, b] = [read(left, data), read(right, data)]
  if (a === undefined || b === undefined) return false
  return '==' in condition ? a === b : a !== b
}

/**
 * Whether the grants allow an action. Nothing is allowed that no grant names, and a matching restrictive grant wins.
 * @param grants the caller's grants, of any number of organizations
 * @param question what is asked
 */
export function can(grants: readonly Grant[], question: PermissionQuestion): boolean {
  let allowed = false
  for (const grant of grants) {
    if (grant.organization_slug !== question.organization) continue
    if (grant.project_refs !== null && (question.project === null || !grant.project_refs.includes(question.project)))
      continue
    if (!grant.actions.some((pattern) => matches(pattern, question.action))) continue
    if (!grant.resources.some((pattern) => matches(pattern, question.resource))) continue
    if (grant.condition !== null && !holds(grant.condition, question.data ?? {})) continue
    if (grant.restrictive) return false
    allowed = true
  }
  return allowed
}
