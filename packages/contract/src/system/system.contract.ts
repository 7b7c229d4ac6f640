import * as z from 'zod'
import { publicRoute } from '../route.ts'
import { Email, name, Password } from '../text.ts'

/** Whether the server is up and what it is. */
export const health = publicRoute('Load balancers and start scripts ask it')
  .route({ method: 'GET', path: '/health', tags: ['System'], summary: 'Ready or not' })
  .output(z.object({ status: z.literal('ok'), version: z.string() }))

/** Whether the owner account has still to be made. */
export const setupStatus = publicRoute('The first visit happens before there is any account')
  .route({ method: 'GET', path: '/platform/setup', tags: ['System'], summary: 'Whether this is the first visit' })
  .output(z.object({ needs_owner: z.boolean() }))

export const SETUP_DONE = 'The owner account already exists. Sign in instead'

/** Makes the owner account and the first organization. Works once. */
export const setup = publicRoute('The first visit happens before there is any account')
  .route({
    method: 'POST',
    path: '/platform/setup',
    tags: ['System'],
    summary: 'Create the owner account',
    successStatus: 201,
  })
  .input(z.object({ email: Email, password: Password, organization: name('Organization name', 64) }))
  .output(z.object({ organization_slug: z.string() }))
