import * as z from 'zod'
import { route } from '../../../route.ts'
import { Ref } from '../../../schemas.ts'
import { name } from '../../../text.ts'
import { projectPermissions } from '../../project.permissions.ts'

const ByRef = z.object({ ref: Ref })
const PATH = '/v1/projects/{ref}/api-keys'
const TAGS = ['Projects']

/** Publishable keys act as anon, secret ones as service_role. */
export const API_KEY_TYPES = ['publishable', 'secret'] as const
export type ApiKeyType = (typeof API_KEY_TYPES)[number]

/** Most keys that people can make for a project. */
export const API_KEY_LIMIT = 50
export const API_KEY_NAME_TAKEN = 'A key with this name already exists'
export const API_KEY_LIMIT_REACHED = `A project can have at most ${API_KEY_LIMIT} keys. Revoke one that is no longer used`
export const API_KEY_NOT_FOUND = 'API key not found'
export const API_KEY_NO_CHANGE = 'Give a new name or description'

/** Lifetimes offered for a key, in days; null never expires. */
export const API_KEY_LIFETIMES = [30, 90, 365, null] as const

export const ApiKey = z.object({
  id: z.string(),
  type: z.enum(['legacy', ...API_KEY_TYPES]),
  name: z.string(),
  description: z.string().nullable(),
  /** How the key begins, enough to tell keys apart. */
  prefix: z.string(),
  /** The key itself; null for a secret key, which is shown once, when it is made. */
  api_key: z.string().nullable(),
  inserted_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** Legacy keys are those that the JWT secret signs: `anon` and `service_role`. */
export const listApiKeysV1 = route(projectPermissions.readKeys)
  .route({ method: 'GET', path: PATH, tags: TAGS, summary: 'A project’s API keys' })
  .input(ByRef.extend({ reveal: z.coerce.boolean().optional() }))
  .output(z.array(ApiKey))

const description = z.string().trim().max(256, 'A description can have at most 256 characters')

/** Makes a key. For a secret one the answer is the only place where it is ever shown. */
export const createApiKeyV1 = route(projectPermissions.changeKeys)
  .route({ method: 'POST', path: PATH, tags: TAGS, summary: 'Create an API key', successStatus: 201 })
  .input(
    ByRef.extend({
      type: z.enum(API_KEY_TYPES),
      name: name('Key name', 64),
      description: description.nullish(),
      expires_in_days: z.number().int().min(1).max(3650).nullable().default(null),
    }),
  )
  .output(ApiKey)

const ById = ByRef.extend({ id: z.uuid(API_KEY_NOT_FOUND) })

export const updateApiKeyV1 = route(projectPermissions.changeKeys)
  .route({ method: 'PATCH', path: `${PATH}/{id}`, tags: TAGS, summary: 'Rename an API key' })
  .input(
    ById.extend({ name: name('Key name', 64).optional(), description: description.nullish() }).refine(
      (body) => body.name !== undefined || body.description !== undefined,
      API_KEY_NO_CHANGE,
    ),
  )
  .output(ApiKey)

/** Revokes a key: from then on it is refused. */
export const deleteApiKeyV1 = route(projectPermissions.changeKeys)
  .route({ method: 'DELETE', path: `${PATH}/{id}`, tags: TAGS, summary: 'Revoke an API key' })
  .input(ById)
  .output(ApiKey)
