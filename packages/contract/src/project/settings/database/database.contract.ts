import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const ByRef = z.object({ ref: Ref })
const V1 = { tags: ['Projects'] }

/** Most addresses in each list of the restrictions. */
export const NETWORKS_MAX = 100
export const EVERYBODY_V4 = '0.0.0.0/0'
export const EVERYBODY_V6 = '::/0'
export const notNetworkV4 = (value: string) => `${value} is not a network such as 203.0.113.0/24`
export const notNetworkV6 = (value: string) => `${value} is not a network such as 2001:db8::/32`

const list = (version: 4 | 6) =>
  z
    .array(z.string().max(64, 'A network has at most 64 characters').trim())
    .max(NETWORKS_MAX, `At most ${NETWORKS_MAX} networks can be listed`)
    .superRefine((values, ctx) => {
      const schema = version === 4 ? z.cidrv4() : z.cidrv6()
      for (const value of values)
        if (!schema.safeParse(value).success)
          ctx.addIssue({ code: 'custom', message: version === 4 ? notNetworkV4(value) : notNetworkV6(value) })
    })

const SslEnforcement = z.object({
  currentConfig: z.object({ database: z.boolean() }),
  /** Whether the server has taken it over. */
  appliedSuccessfully: z.boolean(),
})

export const getSslEnforcement = route(projectPermissions.read)
  .route({
    ...V1,
    method: 'GET',
    path: '/v1/projects/{ref}/ssl-enforcement',
    summary: 'Whether unencrypted database connections are refused',
  })
  .input(ByRef)
  .output(SslEnforcement)

export const setSslEnforcement = route(projectPermissions.updateAccess)
  .route({
    ...V1,
    method: 'PUT',
    path: '/v1/projects/{ref}/ssl-enforcement',
    summary: 'Refuse or take unencrypted database connections',
  })
  .input(ByRef.extend({ requestedConfig: z.object({ database: z.boolean() }) }))
  .output(SslEnforcement)

const NetworkRestrictions = z.object({
  entitlement: z.enum(['allowed', 'disallowed']),
  config: z.object({ dbAllowedCidrs: z.array(z.string()), dbAllowedCidrsV6: z.array(z.string()) }),
  /** `stored` until the server has taken it over. */
  status: z.enum(['stored', 'applied']),
})

export const getNetworkRestrictions = route(projectPermissions.read)
  .route({
    ...V1,
    method: 'GET',
    path: '/v1/projects/{ref}/network-restrictions',
    summary: 'The networks that reach the database',
  })
  .input(ByRef)
  .output(NetworkRestrictions)

export const applyNetworkRestrictions = route(projectPermissions.updateAccess)
  .route({
    ...V1,
    method: 'POST',
    path: '/v1/projects/{ref}/network-restrictions/apply',
    summary: 'Say which networks reach the database',
    successStatus: 201,
  })
  .input(ByRef.extend({ dbAllowedCidrs: list(4).default([]), dbAllowedCidrsV6: list(6).default([]) }))
  .output(NetworkRestrictions)
