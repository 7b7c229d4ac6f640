import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { projectPermissions } from '../../project.permissions.ts'

const ByRef = z.object({ ref: Ref })
const V1 = { tags: ['Custom domain'] }
const PATH = '/v1/projects/{ref}/custom-hostname' as const

export const HOSTNAME_NOT_ALLOWED = 'This project is not allowed to set up custom domain names without the add-on'
export const HOSTNAME_ABSENT = 'This project has no custom hostname configuration'
export const HOSTNAME_INVALID = 'Enter a full host name such as api.example.com'
export const HOSTNAME_OWN = 'This host name belongs to the platform itself'
export const HOSTNAME_TAKEN = 'Another project answers under this host name'
export const HOSTNAME_PRESENT = 'Remove the custom domain that is set up before you add another one'
export const HOSTNAME_NOT_VERIFIED = 'Verify the DNS records of the custom domain first'
export const PLATFORM_NAMELESS =
  'The platform is reached by an address that no DNS record can point to. Set STOA_PUBLIC_URL to one with a host name'

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A host name in the form that DNS compares: lower case, without a dot at the end, international names encoded. */
export const Hostname = z
  .string({ error: HOSTNAME_INVALID })
  .max(500, HOSTNAME_INVALID)
  .transform((value) => {
    const bare = value.trim().replace(/\.$/, '')
    return /^[^\s/:@?#[\]\\%]+$/.test(bare) && URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname : ''
  })
  .refine((host) => {
    const labels = host.split('.')
    // A name whose last part is a number is an address.
    return (
      host.length <= 253 &&
      labels.length >= 2 &&
      labels.every((part) => LABEL.test(part)) &&
      !/^\d+$/.test(labels.at(-1) ?? '')
    )
  }, HOSTNAME_INVALID)

const Verification = z.object({ type: z.string(), name: z.string(), value: z.string() })

export const CustomHostname = z.object({
  custom_hostname: z.string(),
  status: z.enum(['2_initiated', '3_challenge_verified', '5_services_reconfigured']),
  data: z.object({
    success: z.boolean(),
    errors: z.array(z.string()),
    messages: z.array(z.string()),
    result: z.object({
      id: z.string(),
      hostname: z.string(),
      /** Where the host name has to point. */
      custom_origin_server: z.string(),
      /** The record that proves who owns the name. */
      ownership_verification: Verification,
      /** What the last look at the DNS found missing. */
      verification_errors: z.array(z.string()),
      status: z.enum(['pending', 'active']),
      checked_at: z.string().nullable(),
    }),
  }),
})
export type CustomHostname = z.infer<typeof CustomHostname>

export const getCustomHostname = route(projectPermissions.read)
  .route({ ...V1, method: 'GET', path: PATH, summary: 'The custom domain of a project' })
  .input(ByRef)
  .output(CustomHostname)

export const initializeCustomHostname = route(projectPermissions.updateDomain)
  .route({ ...V1, method: 'POST', path: `${PATH}/initialize`, summary: 'Add a custom domain', successStatus: 201 })
  .input(ByRef.extend({ custom_hostname: Hostname }))
  .output(CustomHostname)

export const reverifyCustomHostname = route(projectPermissions.updateDomain)
  .route({
    ...V1,
    method: 'POST',
    path: `${PATH}/reverify`,
    summary: 'Look up the DNS records of the custom domain',
    successStatus: 201,
  })
  .input(ByRef)
  .output(CustomHostname)

export const activateCustomHostname = route(projectPermissions.updateDomain)
  .route({
    ...V1,
    method: 'POST',
    path: `${PATH}/activate`,
    summary: 'Answer under the custom domain',
    successStatus: 201,
  })
  .input(ByRef)
  .output(CustomHostname)

export const removeCustomHostname = route(projectPermissions.updateDomain)
  .route({ ...V1, method: 'DELETE', path: PATH, summary: 'Remove the custom domain' })
  .input(ByRef)
  .output(z.object({ custom_hostname: z.string() }))
