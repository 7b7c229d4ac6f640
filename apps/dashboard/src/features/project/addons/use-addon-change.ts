import { type AddonType, CUSTOM_DOMAIN_ADDON } from '@stoa/contract'
import { toast } from '@stoa/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client, orpc } from '../../../api/client.ts'
import { errorMessage } from '../../../api/errors.ts'

export type AddonChange = { readonly type: AddonType; readonly from: string | undefined; readonly to: string | null }

/** Adds, changes or removes an add-on, and lets every page that depends on it ask again. */
export function useAddonChange(ref: string, done: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ type, from, to }: AddonChange) =>
      to === null
        ? client.project.addons.removeV1({ ref, addon_variant: from ?? '' })
        : client.project.addons.applyV1({ ref, addon_type: type, addon_variant: to }),
    onSuccess: (addons, { type, to }) => {
      queries.setQueryData(orpc.project.addons.get.queryKey({ input: { ref } }), addons)
      const name = type === CUSTOM_DOMAIN_ADDON ? 'The custom domain add-on' : 'Point in time recovery'
      toast.success(`${name} is ${to === null ? 'off' : 'on'}`)
      // What the add-on opens lies on other pages.
      void queries.invalidateQueries({ queryKey: orpc.project.key() })
      done()
    },
    onError: (error) => toast.error(`Failed to change the add-on: ${errorMessage(error)}`),
  })
}
