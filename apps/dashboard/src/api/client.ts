import contract from 'virtual:contract'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '@stoa/contract'
import { apiFetch } from './fetch.ts'

const link = new OpenAPILink(contract, {
  url: `${window.location.origin}/api`,
  fetch: (request, init) => apiFetch(request, init),
})

/**
 * The platform's API, typed by the contract: `client.projects.list()`. The contract's answers are plain JSON (times are
 * texts), so that what is typed there is what arrives here.
 */
export const client: ContractRouterClient<Contract> = createORPCClient(link)

/** Query keys and options of every route: `orpc.projects.list.queryOptions()`. */
export const orpc = createTanstackQueryUtils(client)
