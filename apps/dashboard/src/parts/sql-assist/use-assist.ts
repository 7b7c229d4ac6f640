import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orpc } from '../../api/client.ts'

/** Writing comes first: whether a model can be asked is found out so many ms after the editor stands. */
const AFTER_MS = 1_200
const FRESH_MS = 60_000

/** Whether a model can be asked about a project's SQL. Until that is known, and where none is set up, it cannot. */
export function useAssist(ref: string): boolean {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    ...orpc.project.assistant.get.queryOptions({ input: { ref } }),
    enabled: isTime,
    staleTime: FRESH_MS,
    retry: false,
  })
  return data?.ready === true
}
