import type { DatabaseUpgradeStatus, Project } from '@stoa/contract'

/**
 * Whether the state of an upgrade is asked for again: while the project is upgrading and the upgrade is not yet known
 * to be under way, and while the upgrade is under way.
 * @param upgrade what was answered last; undefined when there is no upgrade, or nothing was answered yet
 */
export function asksAgain(
  project: Pick<Project, 'status'>,
  upgrade: DatabaseUpgradeStatus['status'] | undefined,
): boolean {
  return upgrade === 'Upgrading' || project.status === 'UPGRADING'
}
