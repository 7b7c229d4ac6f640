import { CONTENT_UNDO_DAYS, type ContentSummary, NEW_REPORT, type ReportContent } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { client, orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'
import { forgetReport } from './own/report-document.ts'

/** Every call about content names the version that it speaks. */
const HEADERS = { version: '2' } as const
const PAGE = 500

/** The key of the query that lists a project's reports. */
export const reportsKey = (ref: string) => ['reports', ref] as const

async function readAll(ref: string): Promise<ContentSummary[]> {
  const found: ContentSummary[] = []
  let cursor: string | undefined
  do {
    const page = await client.project.content.list({
      params: { ref },
      headers: HEADERS,
      query: { type: 'report', limit: PAGE, ...(cursor !== undefined && { cursor }) },
    })
    found.push(...page.data)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

/** The reports that the account sees: its own and those that are shared. */
export const useReports = (ref: string) => useQuery({ queryKey: reportsKey(ref), queryFn: () => readAll(ref) })

/** Makes an empty report, or a copy of one, and opens it. */
export function useNewReport(ref: string) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (from?: { name: string; content: ReportContent }) =>
      client.project.reports.save({
        ref,
        id: crypto.randomUUID(),
        name: from?.name ?? NEW_REPORT,
        ...(from && { content: from.content }),
      }),
    onSuccess(report) {
      queries.setQueryData(orpc.project.reports.get.queryKey({ input: { ref, id: report.id } }), report)
      void queries.invalidateQueries({ queryKey: reportsKey(ref) })
      void navigate({ to: '/project/$ref/reports/$id', params: { ref, id: report.id } })
    },
    onError: (error) => toast.error(`Failed to insert content: ${errorMessage(error)}`),
  })
}

/** Deletes a report; the toast brings it back. */
export function useRemoveReport(ref: string) {
  const queries = useQueryClient()
  const changed = () => void queries.invalidateQueries({ queryKey: reportsKey(ref) })
  const restore = useMutation({
    mutationFn: (id: string) =>
      client.project.content.restore({ params: { ref }, headers: HEADERS, body: { ids: [id] } }),
    onSettled: changed,
    onError: (error) => toast.error(`Failed to insert content: ${errorMessage(error)}`),
  })
  return useMutation({
    mutationFn: ({ id }: Pick<ContentSummary, 'id' | 'name'>) =>
      client.project.content.remove({ params: { ref }, headers: HEADERS, query: { ids: id } }),
    onSuccess(_gone, { id, name }) {
      forgetReport(ref, id)
      queries.removeQueries({ queryKey: orpc.project.reports.get.queryKey({ input: { ref, id } }) })
      toast.success({
        title: `Deleted “${name}”`,
        description: `It can be brought back for ${CONTENT_UNDO_DAYS} days.`,
        duration: 15_000,
        action: { label: 'Undo', onClick: () => restore.mutate(id) },
      })
    },
    onSettled: changed,
    onError: (error) => toast.error({ title: 'Deleting failed', description: errorMessage(error) }),
  })
}
