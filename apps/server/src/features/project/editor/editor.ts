import { api } from '../../../core/context.ts'
import { saveChanges } from './changes.ts'
import { count, open, rows, value } from './rows.ts'

export const editor = {
  open: api.project.editor.open.handler(({ input, context }) => open(context, input)),
  rows: api.project.editor.rows.handler(({ input, context }) => rows(context, input)),
  count: api.project.editor.count.handler(({ input, context }) => count(context, input)),
  value: api.project.editor.value.handler(({ input, context }) => value(context, input)),
  save: api.project.editor.save.handler(({ input, context }) => saveChanges(context, input)),
}
