import { qualifiedName, quoteIdent, quoteLiteral } from '../quote.ts'
import { commentOn } from './parts.ts'

export type TriggerEvent = 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE'
export type TriggerEnabled = 'origin' | 'replica' | 'always' | 'disabled'

/** A trigger as it is or as it is to be. */
export type TriggerShape = {
  readonly schema: string
  readonly table: string
  readonly name: string
  readonly timing: 'BEFORE' | 'AFTER' | 'INSTEAD OF'
  readonly events: readonly TriggerEvent[]
  /** Columns that an update has to set; empty for any update. */
  readonly updateColumns: readonly string[]
  readonly forEach: 'ROW' | 'STATEMENT'
  /** What has to hold, as somebody wrote it; empty for always. */
  readonly condition: string
  readonly functionSchema: string
  readonly functionName: string
  readonly arguments: readonly string[]
  readonly comment: string | null
}

const ORDER: readonly TriggerEvent[] = ['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']

function make(trigger: TriggerShape, replace: boolean): string {
  const { schema, table, name, timing, events, updateColumns, forEach, condition } = trigger
  const said = ORDER.filter((event) => events.includes(event)).map((event) =>
    event === 'UPDATE' && updateColumns.length > 0
      ? `update of ${updateColumns.map(quoteIdent).join(', ')}`
      : event.toLowerCase(),
  )
  return [
    `create ${replace ? 'or replace ' : ''}trigger ${quoteIdent(name)}`,
    `${timing.toLowerCase()} ${said.join(' or ')} on ${qualifiedName(schema, table)}`,
    `for each ${forEach.toLowerCase()}`,
    ...(condition.trim() === '' ? [] : [`when (${condition.trim()})`]),
    `execute function ${qualifiedName(trigger.functionSchema, trigger.functionName)}(${trigger.arguments.map(quoteLiteral).join(', ')})`,
  ].join('\n')
}

const named = ({ schema, table, name }: Pick<TriggerShape, 'schema' | 'table' | 'name'>): string =>
  `trigger ${quoteIdent(name)} on ${qualifiedName(schema, table)}`

/** Makes a trigger. */
export const createTrigger = (trigger: TriggerShape): string[] => [
  make(trigger, false),
  ...(trigger.comment ? [commentOn(named(trigger), trigger.comment)] : []),
]

/**
 * Makes one trigger of another on the same table.
 * @param enabled when it runs now: a trigger that is replaced would be turned on
 * @returns nothing when they are the same
 */
export function alterTrigger(before: TriggerShape, after: TriggerShape, enabled: TriggerEnabled): string[] {
  const same = { ...after, name: before.name }
  const statements = make(same, true) === make(before, true) ? [] : [make(same, true)]
  if (statements.length > 0 && enabled !== 'origin') statements.push(enableTrigger(before, enabled))
  if (before.name !== after.name) statements.push(`alter ${named(before)} rename to ${quoteIdent(after.name)}`)
  if ((before.comment ?? '') !== (after.comment ?? '')) statements.push(commentOn(named(after), after.comment))
  return statements
}

const ENABLE: Readonly<Record<TriggerEnabled, string>> = {
  origin: 'enable',
  replica: 'enable replica',
  always: 'enable always',
  disabled: 'disable',
}

/** Says when a trigger runs, or that it does not. */
export const enableTrigger = (
  { schema, table, name }: Pick<TriggerShape, 'schema' | 'table' | 'name'>,
  enabled: TriggerEnabled,
): string => `alter table ${qualifiedName(schema, table)} ${ENABLE[enabled]} trigger ${quoteIdent(name)}`

/** Drops a trigger. */
export const dropTrigger = (trigger: Pick<TriggerShape, 'schema' | 'table' | 'name'>): string =>
  `drop ${named(trigger)}`
