import { type EditorTable, EXPORT_FORMATS, type ExportFormat } from '@stoa/contract'
import { copyText, IconButton, Menu, MenuItem, toast } from '@stoa/ui'
import { Download } from 'lucide-react'
import { memo } from 'react'
import { client } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { startDownload } from '../../../parts/backups/start-download.ts'
import type { Words } from './use-editor.ts'

const FORMATS: Record<ExportFormat, string> = { csv: 'CSV', json: 'JSON', sql: 'SQL' }

/** Everything that the filter lets through, as a file: the server writes it while it is downloaded. */
export const ExportMenu = memo(function ExportMenu({
  projectRef: ref,
  table,
  words,
}: {
  projectRef: string
  table: EditorTable
  /** Those that the table is looked at with by then. */
  words: () => Words
}) {
  const statement = async () => {
    const { sort, filter } = words()
    const input = { ref, schema: table.schema, table: table.name, sort: [...sort], filter: [...filter] }
    return (await client.project.editor.sql(input)).sql
  }
  const download = async (format: ExportFormat) => {
    try {
      const { url } = await client.project.sql.export({ ref, sql: await statement(), format })
      startDownload(url)
      toast.success(`Downloading ${table.name} as ${FORMATS[format]}`)
    } catch (error) {
      toast.error({ title: `${table.name} was not exported`, description: errorMessage(error) })
    }
  }
  const copy = async () => {
    try {
      const sql = await statement()
      if (await copyText(`${sql};`)) toast.success('SQL copied')
      else toast.info('Nothing was copied: this window does not have the focus')
    } catch (error) {
      toast.error(errorMessage(error))
    }
  }
  return (
    <Menu align="end" label="Export" trigger={<IconButton icon={Download} size="sm" label="Export" />}>
      {EXPORT_FORMATS.map((format) => (
        <MenuItem key={format} onSelect={() => void download(format)}>
          Download as {FORMATS[format]}
        </MenuItem>
      ))}
      <MenuItem onSelect={() => void copy()}>Copy as SELECT</MenuItem>
    </Menu>
  )
})
