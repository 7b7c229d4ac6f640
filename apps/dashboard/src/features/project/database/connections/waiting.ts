import type { DatabaseConnection } from '@stoa/contract'

/** A connection and those that wait for it. */
export type Waiting = { readonly connection: DatabaseConnection; readonly waiters: readonly Waiting[] }

/**
 * Who waits for whom: each tree begins with a connection that holds others up and waits for nobody. One that waits for
 * several stands below each of them. Of a circle, which Postgres breaks within a second, one member is the beginning.
 */
export function waitingTrees(connections: readonly DatabaseConnection[]): Waiting[] {
  const blockers = new Set(connections.flatMap(({ blocked_by }) => blocked_by))
  const placed = new Set<number>()
  const grow = (connection: DatabaseConnection, above: readonly number[]): Waiting => {
    const path = [...above, connection.pid]
    placed.add(connection.pid)
    return {
      connection,
      waiters: connections
        .filter(({ pid, blocked_by }) => blocked_by.includes(connection.pid) && !path.includes(pid))
        .map((waiter) => grow(waiter, path)),
    }
  }
  const involved = connections.filter(({ pid, blocked_by }) => blockers.has(pid) || blocked_by.length > 0)
  const trees = involved.filter(({ blocked_by }) => blocked_by.length === 0).map((one) => grow(one, []))
  for (const one of involved) if (!placed.has(one.pid)) trees.push(grow(one, []))
  return trees
}
