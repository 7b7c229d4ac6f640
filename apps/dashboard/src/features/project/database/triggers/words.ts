import type { DatabaseTrigger } from '@stoa/contract'

/** When a trigger runs, in words: `before insert or update of name, each row`. */
export function eventWords({
  timing,
  events,
  update_columns: columns,
  for_each: each,
}: Pick<DatabaseTrigger, 'timing' | 'events' | 'update_columns' | 'for_each'>): string {
  const said = events.map((event) =>
    event === 'UPDATE' && columns.length > 0 ? `update of ${columns.join(', ')}` : event.toLowerCase(),
  )
  return `${timing.toLowerCase()} ${said.join(' or ')}, ${each === 'ROW' ? 'each row' : 'each statement'}`
}
