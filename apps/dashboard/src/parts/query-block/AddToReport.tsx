import {
  CONTENT_NAME_MAX,
  contentPermissions,
  NEW_REPORT,
  REPORT_BLOCKS_MAX,
  type ReportBlock,
  type ReportContent,
} from '@stoa/contract'
import { Button, Dialog, Empty, ErrorState, Icon, SkeletonRows, toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChartNoAxesCombined, Plus } from 'lucide-react'
import { client, orpc } from '../../api/client.ts'
import { errorMessage } from '../../api/errors.ts'
import { answerPermission } from '../../api/permissions.ts'
import { useShell } from '../../api/shell.ts'
import type { DraggedBlock } from './block-drag.ts'

const LISTED = 100
const headers = { version: '2' } as const
const SIZE = { w: 6, h: 5 }

/** The content of a report with one more block below all others. */
function withBlock(blocks: readonly ReportBlock[], { sql, label, chart }: DraggedBlock): ReportContent {
  if (blocks.length >= REPORT_BLOCKS_MAX) throw new Error(`A report has at most ${REPORT_BLOCKS_MAX} blocks`)
  const { view, ...look } = chart
  const y = Math.max(0, ...blocks.map((one) => one.y + one.h))
  const id = crypto.randomUUID()
  const name = label.slice(0, CONTENT_NAME_MAX)
  return {
    schema_version: '1.0',
    blocks: [...blocks, { kind: 'sql', id, label: name, x: 0, y, ...SIZE, sql, view, chart: look }],
  }
}

/** Puts a query into a report without a pointer, which drags it there. */
export function AddToReport({
  projectRef: ref,
  block,
  onClose,
}: {
  projectRef: string
  block: DraggedBlock
  onClose: () => void
}) {
  const shell = useShell()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const list = useQuery(
    orpc.project.content.list.queryOptions({
      input: { params: { ref }, headers, query: { type: 'report', limit: LISTED, sort_by: 'updated_at' } },
    }),
  )
  const add = useMutation({
    mutationFn: async (id: string | null) => {
      if (id === null)
        return client.project.reports.save({
          ref,
          id: crypto.randomUUID(),
          name: NEW_REPORT,
          content: withBlock([], block),
        })
      const { content, version } = await client.project.reports.get({ ref, id })
      return client.project.reports.save({ ref, id, content: withBlock(content.blocks, block), version })
    },
    onSuccess({ id, name }) {
      void queries.invalidateQueries({ queryKey: orpc.project.reports.get.key() })
      void queries.invalidateQueries({ queryKey: orpc.project.content.list.key() })
      void queries.invalidateQueries({ queryKey: ['reports', ref] })
      const open = () => void navigate({ to: '/project/$ref/reports/$id', params: { ref, id } })
      toast.success({ title: `Added “${block.label}” to “${name}”`, action: { label: 'Open', onClick: open } })
      onClose()
    },
    onError: (error) => toast.error(`Failed to insert content: ${errorMessage(error)}`),
  })
  const isBusy = (id: string | null) => add.isPending && add.variables === id
  const reports = list.data?.data
  return (
    <Dialog
      onClose={onClose}
      title="Add to a report"
      width={460}
      footer={
        <>
          <Button icon={Plus} busy={isBusy(null)} busyLabel="Adding" onClick={() => add.mutate(null)}>
            New report
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      {reports === undefined ? (
        list.isError ? (
          <ErrorState
            title="Failed to load the reports"
            reason={errorMessage(list.error)}
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        ) : (
          <SkeletonRows rows={4} />
        )
      ) : reports.length === 0 ? (
        <Empty title="No reports yet" text="A new one begins with this query." />
      ) : (
        <ul aria-label="Reports" className="grid max-h-72 overflow-y-auto">
          {reports.map(({ id, name, owner_id }) => (
            <li key={id} className="flex items-center gap-2 border-b border-line-faint py-1">
              <Icon of={ChartNoAxesCombined} size="sm" />
              <span className="clip grow">{name}</span>
              <Button
                size="sm"
                aria-label={`Add to ${name}`}
                busy={isBusy(id)}
                disabledReason={answerPermission(shell, contentPermissions.update, { ref, owner: owner_id }).reason}
                onClick={() => add.mutate(id)}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
