import { contentPermissions, REPORTS_FLAG } from '@stoa/contract'
import { usePermission } from '../../api/permissions.ts'
import { useShell } from '../../api/shell.ts'

/** Whether queries can be dragged into reports: the flag is on unless switched off, and the account may make them. */
export function useMayDragBlocks(projectRef: string): boolean {
  const { flags } = useShell()
  const create = usePermission(contentPermissions.create, { ref: projectRef })
  return flags[REPORTS_FLAG] !== false && create.allowed
}
