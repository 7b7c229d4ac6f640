import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'

type Ends = { readonly from: number; readonly to: number }

const input = (ref: string, { from, to }: Ends) => ({
  ref,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})

/** What was measured in a span of time. What was shown before stays until the new figures are there. */
export const useMeasurements = (ref: string, ends: Ends, enabled = true) =>
  useQuery({
    ...orpc.project.reports.metrics.queryOptions({ input: input(ref, ends) }),
    placeholderData: keepPreviousData,
    enabled,
  })

/** The requests of a span of time, counted. */
export const useRequestFigures = (ref: string, ends: Ends) =>
  useQuery({
    ...orpc.project.reports.requests.queryOptions({ input: input(ref, ends) }),
    placeholderData: keepPreviousData,
  })
