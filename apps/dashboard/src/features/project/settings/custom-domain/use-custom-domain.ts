import { CUSTOM_DOMAIN_ADDON, type CustomHostname, type NoCustomDomain, noCustomDomain } from '@stoa/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { client, orpc } from '../../../../api/client.ts'
import { errorMessage } from '../../../../api/errors.ts'

/** A project's custom domain, or why there is none. */
export type CustomDomain = {
  readonly customDomain: CustomHostname | null
  readonly status: CustomHostname['status'] | NoCustomDomain
}

const keyOf = (ref: string) => [...orpc.project.settings.customDomain.get.key({ input: { ref } }), 'with-status']

async function read(ref: string): Promise<CustomDomain> {
  try {
    const customDomain = await client.project.settings.customDomain.get({ ref })
    return { customDomain, status: customDomain.status }
  } catch (error) {
    const status = noCustomDomain(errorMessage(error))
    if (status === null) throw error
    return { customDomain: null, status }
  }
}

/**
 * The custom domain of a project. That there is none is a normal result, and without the add-on nothing is asked.
 * @returns the add-ons' query, whether the one for custom domains is among them, and the domain's query
 */
export function useCustomDomain(ref: string) {
  const addons = useQuery(orpc.project.addons.get.queryOptions({ input: { ref } }))
  const selected = addons.data?.selected_addons.some(({ type }) => type === CUSTOM_DOMAIN_ADDON) ?? false
  const domain = useQuery({ queryKey: keyOf(ref), queryFn: () => read(ref), enabled: selected })
  return { addons, selected, domain }
}

/** Writes what a call said about the custom domain into the cache. */
export function useNoteDomain(ref: string) {
  const queries = useQueryClient()
  return (customDomain: CustomHostname | null) =>
    queries.setQueryData<CustomDomain>(keyOf(ref), {
      customDomain,
      status: customDomain?.status ?? '0_no_hostname_configured',
    })
}
