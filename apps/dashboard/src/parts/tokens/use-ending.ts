import { toast } from '@stoa/ui'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../api/errors.ts'

/**
 * Ends one thing of a list for good, for `EndDialog`: afterwards the list is asked for anew, it is said what was ended,
 * and the dialog closes. A refusal is said, and the dialog stays for another try.
 * @param list the key of the query that shows the list
 * @param done what is said afterwards
 * @param failed what is said when it was refused, before the reason
 */
export function useEnding({
  end,
  list,
  done,
  failed,
  onClose,
}: {
  end: () => Promise<unknown>
  list: QueryKey
  done: string
  failed: string
  onClose: () => void
}) {
  const queries = useQueryClient()
  const { isPending: busy, mutate } = useMutation({
    mutationFn: end,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: list })
      toast.success(done)
      onClose()
    },
    onError: (error) => toast.error({ title: failed, description: errorMessage(error) }),
  })
  return { busy, onConfirm: () => mutate(), onClose }
}
