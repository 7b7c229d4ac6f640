import { createValue } from '../value/value.ts'

/** Whether the list of the editor's keys is open: the command menu opens it, the editor's page shows it. */
export const editorKeys = createValue(false)
