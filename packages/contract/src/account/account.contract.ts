import * as z from 'zod'
import { accountRoute } from '../route.ts'
import { name, Password } from '../text.ts'

export const Profile = z.object({ id: z.string(), name: z.string(), primary_email: z.string() })
export type Profile = z.infer<typeof Profile>

export const getProfile = accountRoute
  .route({ method: 'GET', path: '/platform/profile', tags: ['Account'], summary: 'The signed-in account' })
  .output(Profile)

export const updateProfile = accountRoute
  .route({ method: 'PATCH', path: '/platform/profile', tags: ['Account'], summary: 'Change the display name' })
  .input(z.object({ name: name('Name', 64) }))
  .output(Profile)

export const WRONG_PASSWORD = 'The current password is not right'

/** Changes the password and signs out every other session. */
export const changePassword = accountRoute
  .route({ method: 'PUT', path: '/platform/profile/password', tags: ['Account'], summary: 'Change the password' })
  .input(z.object({ current_password: z.string().max(256), new_password: Password }))
  .output(z.object({ signed_out_sessions: z.number().int() }))

export const AccessToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters, enough to tell tokens apart. */
  prefix: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

/** Lifetimes offered for a token, in days; null never expires. */
export const TOKEN_LIFETIMES = [7, 30, 90, 365, null] as const
export const TOKEN_LIMIT = 50
export const TOKEN_NAME_TAKEN = 'A token with this name already exists'
export const TOKEN_LIMIT_REACHED = `An account can have at most ${TOKEN_LIMIT} tokens. Delete one you no longer use`

export const listTokens = accountRoute
  .route({
    method: 'GET',
    path: '/platform/profile/access-tokens',
    tags: ['Account'],
    summary: 'Personal access tokens',
  })
  .output(z.array(AccessToken))

/** Makes a token. The answer is the only place where it is ever shown. */
export const createToken = accountRoute
  .route({
    method: 'POST',
    path: '/platform/profile/access-tokens',
    tags: ['Account'],
    summary: 'Create a personal access token',
    successStatus: 201,
  })
  .input(
    z.object({
      name: name('Token name', 64),
      expires_in_days: z.number().int().min(1).max(3650).nullable().default(null),
    }),
  )
  .output(AccessToken.extend({ token: z.string() }))

export const deleteToken = accountRoute
  .route({
    method: 'DELETE',
    path: '/platform/profile/access-tokens/{id}',
    tags: ['Account'],
    summary: 'Delete a personal access token',
  })
  .input(z.object({ id: z.uuid() }))
  .output(AccessToken)
