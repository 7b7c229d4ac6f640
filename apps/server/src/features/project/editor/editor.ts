import { api } from '../../../core/context.ts'
import { saveChanges } from './changes.ts'
import { importing } from './import/import.ts'
import { labels } from './labels.ts'
import { count, open, rows, tableOf, value } from './rows.ts'
import { rowsSql } from './rows-sql.ts'
import { savedOnce } from './savings.ts'

export const editor = {
  open: api.project.editor.open.handler(({ input, context }) => open(context, input)),
  rows: api.project.editor.rows.handler(({ input, context }) => rows(context, input)),
  count: api.project.editor.count.handler(({ input, context }) => count(context, input)),
  value: api.project.editor.value.handler(({ input, context }) => value(context, input)),
  labels: api.project.editor.labels.handler(({ input, context }) => labels(context, input)),
  sql: api.project.editor.sql.handler(async ({ input, context }) => ({
    sql: rowsSql(await tableOf(context, input.schema, input.table), input.sort, input.filter),
  })),
  save: api.project.editor.save.handler(({ input, context }) =>
    savedOnce(context, input, () => saveChanges(context, input)),
  ),
  import: importing,
}
