import { contentPermissions, type Project } from '@stoa/contract'
import { copyAndSay, IconButton, Menu, MenuItem, MenuLabel, MenuSeparator, toast } from '@stoa/ui'
import { useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, FileSpreadsheet, Image, Link, Lock, Pencil, Trash2, Users } from 'lucide-react'
import { type RefObject, Suspense, useState } from 'react'
import { answerPermission, usePermission } from '../../../../api/permissions.ts'
import { useShell } from '../../../../api/shell.ts'
import { lazyDialog } from '../../../../parts/frame/lazy-part.tsx'
import { useValue } from '../../../../parts/value/value.ts'
import { saveFile, saveImage } from '../export/save-files.ts'
import { useNewReport, useRemoveReport } from '../use-reports.ts'
import { reportCsv } from './block-csv.ts'
import type { ReportDocument } from './report-document.ts'
import { useReportDetails } from './use-report.ts'

const RenameDialog = lazyDialog(async () => (await import('./RenameDialog.tsx')).RenameDialog)

/** What can be done with a report as a whole. */
export function ReportMenu({
  project,
  document,
  reason,
  content,
}: {
  project: Project
  document: ReportDocument
  /** Why it cannot be changed; undefined when it can. */
  reason: string | undefined
  /** What an image of it shows. */
  content: RefObject<HTMLElement | null>
}) {
  const { ref } = project
  const { report, blocks } = useValue(document.state)
  const shell = useShell()
  const navigate = useNavigate()
  const create = usePermission(contentPermissions.create, { ref })
  const remove = useRemoveReport(ref)
  const make = useNewReport(ref)
  const details = useReportDetails(ref, document)
  const [isRenaming, setRenaming] = useState(false)
  const isShared = report.visibility === 'project'
  const nothing = blocks.length === 0 && 'There are no blocks yet'
  const share = () =>
    details.mutate(
      { visibility: isShared ? 'user' : 'project' },
      {
        onSuccess: () =>
          toast.success(isShared ? 'You alone see this report now' : 'Everybody in the project sees this report now'),
      },
    )
  const copyLink = () => copyAndSay(window.location.href, 'Copied the address')
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} variant="default" label="More about this report" />} width={230}>
        <MenuItem icon={Pencil} disabledReason={reason} onSelect={() => setRenaming(true)}>
          Rename
        </MenuItem>
        <MenuItem icon={isShared ? Lock : Users} disabledReason={reason} onSelect={share}>
          {isShared ? 'Stop sharing' : 'Share with the project'}
        </MenuItem>
        <MenuItem icon={Link} onSelect={() => void copyLink()}>
          Copy address
        </MenuItem>
        <MenuItem
          icon={Copy}
          disabledReason={create.reason}
          onSelect={() =>
            make.mutate({
              name: `${report.name} (copy)`,
              content: { schema_version: '1.0', blocks: blocks.map((one) => ({ ...one, id: crypto.randomUUID() })) },
            })
          }
        >
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuLabel>Download</MenuLabel>
        <MenuItem icon={Image} disabledReason={nothing} onSelect={() => void saveImage(content.current, report.name)}>
          Image
        </MenuItem>
        <MenuItem
          icon={FileSpreadsheet}
          disabledReason={nothing}
          onSelect={() => saveFile(report.name, 'csv', 'text/csv', [reportCsv(ref, blocks)])}
        >
          CSV of all blocks
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          icon={Trash2}
          destructive
          disabledReason={answerPermission(shell, contentPermissions.remove, { ref, owner: report.owner_id }).reason}
          onSelect={() =>
            remove.mutate(report, {
              onSuccess: () => void navigate({ to: '/project/$ref/reports', params: { ref }, replace: true }),
            })
          }
        >
          Delete report
        </MenuItem>
      </Menu>
      {isRenaming ? (
        <Suspense fallback={null}>
          <RenameDialog
            title="Rename report"
            name={report.name}
            onClose={() => setRenaming(false)}
            onSave={(name) => details.mutate({ name }, { onSuccess: () => setRenaming(false) })}
            isSaving={details.isPending}
          />
        </Suspense>
      ) : null}
    </>
  )
}
