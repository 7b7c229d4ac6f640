import { onProject } from '../../access.ts'

/** What is said when queries are kept in the browser alone. */
export const NOT_SAVED_WITHOUT_PERMISSION = 'Your queries will not be saved as you do not have sufficient permissions'

/** What a member may be allowed to do to what people write in a project: SQL and reports. */
export const contentPermissions = {
  read: onProject('read:Read', 'user_content', 'You need additional permissions to see the queries of this project'),
  /** To write things of one's own. */
  create: { ...onProject('write:Create', 'user_content', NOT_SAVED_WITHOUT_PERMISSION), own: true },
  /** To change what somebody shared; everybody may change what is their own. */
  update: onProject('write:Update', 'user_content', 'This belongs to somebody else. Duplicate it to change it'),
  remove: onProject('write:Delete', 'user_content', 'This belongs to somebody else, who alone can delete it'),
} as const
