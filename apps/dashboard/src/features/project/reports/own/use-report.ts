import { contentPermissions, type Report } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client, orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'
import { answerPermission } from '../../../../api/permissions.ts'
import { useShell } from '../../../../api/shell.ts'
import { local } from '../../../../parts/browser-store/local.ts'
import { reportsKey } from '../use-reports.ts'
import { type ReportDocument, type ReportWorld, reportDocument } from './report-document.ts'

const draftKey = (account: string, ref: string, id: string) => `stoa.report ${account} ${ref} ${id}`

/** Saving through the platform, with drafts in this browser. One that keeps nothing still saves to the server. */
const worldOf = (account: string, ref: string, id: string): ReportWorld => ({
  save: (content, version) => client.project.reports.save({ ref, id, content, version }),
  keep(draft) {
    const key = draftKey(account, ref, id)
    if (draft === null) local.remove(key)
    else local.storeJson(key, draft)
  },
  kept() {
    const draft = local.readJson(draftKey(account, ref, id))
    const isDraft = typeof draft === 'object' && draft !== null && 'version' in draft && 'blocks' in draft
    return isDraft && Array.isArray(draft.blocks) ? (draft as ReturnType<ReportWorld['kept']>) : null
  },
})

/** A report and its document, which is there once the report is. */
export function useReport(ref: string, id: string) {
  const { profile } = useShell()
  const query = useQuery(orpc.project.reports.get.queryOptions({ input: { ref, id } }))
  const { data } = query
  const [document, setDocument] = useState<ReportDocument | null>(null)
  useEffect(() => {
    if (data === undefined) return
    const found = reportDocument(ref, data, () => worldOf(profile.id, ref, id))
    found.arrive(data)
    setDocument(found)
  }, [data, ref, id, profile.id])
  useEffect(() => () => document?.flush(), [document])
  return { query, document }
}

/** Changing what is about a report and not in it: its name, and who sees it. */
export function useReportDetails(ref: string, document: ReportDocument) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (part: { name?: string; visibility?: Report['visibility'] }) =>
      client.project.reports.save({ ref, id: document.state.get().report.id, ...part }),
    onSuccess(saved) {
      document.arrive(saved)
      queries.setQueryData(orpc.project.reports.get.queryKey({ input: { ref, id: saved.id } }), saved)
      void queries.invalidateQueries({ queryKey: reportsKey(ref) })
    },
    onError: (error) => toast.error(`Failed to insert content: ${errorMessage(error)}`),
  })
}

/** Why this account cannot change a report; undefined when it can. */
export function useChangeReason(ref: string, report: Report): string | undefined {
  return answerPermission(useShell(), contentPermissions.update, { ref, owner: report.owner_id }).reason
}
