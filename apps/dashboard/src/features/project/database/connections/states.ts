/** What the list is narrowed to. */
export const STATES = {
  active: 'Running',
  waiting: 'Waiting',
  idle_in_transaction: 'Idle in transaction',
  idle: 'Idle',
} as const
export type StateName = keyof typeof STATES
