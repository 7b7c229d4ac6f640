import type { Permission } from '@stoa/contract'
import { answerPermission, type PermissionAnswer, type PermissionTarget } from './answer-permission.ts'
import { useShell } from './shell.ts'

export { answerPermission } from './answer-permission.ts'

/** Whether the account may do something to an organization or a project, and the sentence if not. */
export const usePermission = (permission: Permission, target: PermissionTarget): PermissionAnswer =>
  answerPermission(useShell(), permission, target)
